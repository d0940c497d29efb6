import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { markReviewDue } from '../api/review-due.ts';
import { meQuery } from '../api/queries.ts';
import { createQueryClient } from '../api/query-client.ts';
import { ReviewAfterSignIn } from './review-after-sign-in.tsx';

let inReview: Set<string>;
const kept: string[] = [];

beforeEach(() => {
  inReview = new Set(['passkeys', 'payment-methods']);
  kept.length = 0;
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('fetch', async (url: string) => {
    const bankOf = (more: object) => ({
      id: 'b1',
      type: 'bank',
      label: 'Sandbox Bank •••• 6789',
      is_default: false,
      ...more,
    });
    if (url.endsWith('/keep')) {
      kept.push(url);
      for (const kind of inReview) if (url.includes(kind)) inReview.delete(kind);
      return url.includes('passkeys') ? new Response(null, { status: 204 }) : Response.json(bankOf({}));
    }
    const review = (kind: string) => (inReview.has(kind) ? { in_review: true } : {});
    const passkey = {
      id: 'p1',
      name: 'My laptop',
      created_at: '2026-08-03T10:00:00Z',
      last_used_at: null,
      ...review('passkeys'),
    };
    const bank = bankOf(review('payment-methods'));
    if (url.endsWith('/auth/security'))
      return Response.json({
        password_changed_at: '2026-08-03T10:00:00Z',
        two_factor_since: null,
        recovery_codes_left: 9,
        passkeys: [passkey],
      });
    return Response.json(url.endsWith('/payment-methods') ? [bank] : []);
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function open() {
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, ines);
  render(
    <QueryClientProvider client={queryClient}>
      <ReviewAfterSignIn />
    </QueryClientProvider>,
  );
}

// Rules: identity-4
test('the first sign-in after a password reset asks to keep each passkey and bank account', async () => {
  markReviewDue(ines);
  open();
  expect(await screen.findByRole('dialog', { name: 'Keep these passkeys?' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Remove passkey My laptop' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Keep passkey My laptop' }));
  await waitFor(() => expect(kept).toEqual(['/api/auth/passkeys/p1/keep']));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep Sandbox Bank •••• 6789' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(kept).toEqual(['/api/auth/passkeys/p1/keep', '/api/payment-methods/b1/keep']);
});

test('no review starts without a preceding sign-in or without second-factor data', async () => {
  const { has_factor: _, ...plain } = ines;
  markReviewDue(plain);
  const fetched = vi.fn<typeof fetch>(fetch);
  vi.stubGlobal('fetch', fetched);
  open();
  await Promise.resolve();
  expect(fetched).not.toHaveBeenCalled();
});
