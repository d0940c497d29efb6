import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { sentBody } from '../../../../test/sent-body.ts';
import { PasskeysSection } from './passkeys-section.tsx';

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const security = {
  password_changed_at: '2024-08-03T10:00:00Z',
  two_factor_since: null,
  recovery_codes_left: 2,
  passkeys: [{ id: 'p1', name: 'My laptop', created_at: '2024-08-03T10:00:00Z', last_used_at: null, in_review: false }],
};

test('a member who has only a passkey sees the number of remaining recovery codes and can create new codes', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== '/api/auth/2fa/recovery-codes') return Response.json(security);
    sent.push(sentBody(init));
    return Response.json({ recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] });
  });
  renderScreen(PasskeysSection, { at: '/profile' });
  expect(await screen.findByText(/^2 of 10 left\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'New recovery codes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }));
  await userEvent.type(dialog.getByLabelText('Current password'), 'correct horse battery');
  await userEvent.click(dialog.getByRole('button', { name: 'New recovery codes' }));
  expect(await screen.findByText('aaaa-bbbb')).toBeDefined();
  expect(sent).toEqual([{ current_password: 'correct horse battery' }]);
});
