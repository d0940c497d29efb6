import { endpoints } from '@florin/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { sentBody } from '../../test/sent-body.ts';
import { withdrawalOf } from '../../test/transaction-of.ts';
import { api } from '../api/client.ts';
import { meQuery } from '../api/queries.ts';
import { createQueryClient } from '../api/query-client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

const at = '2026-10-24T09:12:00.000Z';
const phone = { id: 'p1', name: 'Phone', created_at: at, last_used_at: null };
const paid = withdrawalOf({ id: 't1' });

let isConfirmed: boolean;
let sent: unknown;
let required: string;
let security: Record<string, unknown>;
const withdrawals: RequestInit[] = [];

const refusal = (status: number, refusalCode: string, detail: string) =>
  Response.json({ detail, code: refusalCode, request_id: '1' }, { status });

beforeEach(() => {
  isConfirmed = false;
  required = 'second_factor_required';
  security = { two_factor_since: '2024-08-03T10:00:00Z', recovery_codes_left: 9, passkeys: [] };
  withdrawals.length = 0;
  localStorage.setItem('token', 'a-token');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/auth/security')) return Response.json({ password_changed_at: at, ...security });
    if (url.endsWith('/auth/step-up')) {
      sent = sentBody(init);
      isConfirmed = ['902174', '7q2k', 'double-entry'].some((right) => JSON.stringify(sent).includes(right));
      if (isConfirmed) return new Response(null, { status: 204 });
      return required === 'password_required'
        ? refusal(400, 'bad_credentials', 'Incorrect password.')
        : refusal(422, 'second_factor_wrong', 'Incorrect code.');
    }
    withdrawals.push(init);
    return isConfirmed ? Response.json(paid) : refusal(403, required, 'Confirm first.');
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(page?: ReactNode) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, ines);
  render(
    <QueryClientProvider client={queryClient}>
      {page}
      <StepUpDialog />
    </QueryClientProvider>,
  );
  return queryClient;
}

const withdraw = () =>
  api.call(
    endpoints.withdraw,
    { body: { amount: '5', currency: 'USD', payment_method_id: 'bank' } },
    { idempotencyKey: 'once' },
  );

test('the step-up dialog shows an error for a wrong code and repeats the call after a correct code', async () => {
  open();
  const withdrawal = withdraw();
  const field = await screen.findByLabelText('Six-digit code');
  expect(screen.getByText('To withdraw $5.00, enter a new code from your authenticator app.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('Enter the six digits your app shows now')).toBeDefined();
  await userEvent.type(field, '000000');
  expect(await screen.findByText('Incorrect code.')).toBeDefined();
  expect((field as HTMLInputElement).value).toBe('');
  await userEvent.click(field);
  await userEvent.paste('902 174');
  expect(await withdrawal).toEqual(paid);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual({ code: '902174' });
  expect(withdrawals.map((each) => new Headers(each.headers).get('idempotency-key'))).toEqual(['once', 'once']);
});

test('the code field of the step-up dialog takes the focus from a dialog below', async () => {
  open(
    <Dialog open onOpenChange={() => undefined} title="Withdraw">
      <input aria-label="Amount" />
    </Dialog>,
  );
  act(() => screen.getByLabelText('Amount').focus());
  const withdrawal = withdraw();
  const field = await screen.findByLabelText('Six-digit code');
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Confirm it’s you' }).contains(document.activeElement)).toBe(true),
  );
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('902174');
  expect(await withdrawal).toEqual(paid);
});

test('the step-up dialog accepts a recovery code', async () => {
  open();
  const withdrawal = withdraw();
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await userEvent.type(screen.getByLabelText('Recovery code'), '7q2k-90xd-m4tc-1zp8{Enter}');
  expect(await withdrawal).toEqual(paid);
  expect(sent).toEqual({ code: '7q2k-90xd-m4tc-1zp8' });
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

// Rules: identity-6
test('the step-up dialog without a second factor asks for the password and repeats the call after a correct password', async () => {
  required = 'password_required';
  open();
  const withdrawal = withdraw();
  const field = await screen.findByLabelText('Current password');
  expect(screen.getByText('To withdraw $5.00, re-enter your password.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.type(field, 'not it{Enter}');
  expect(await screen.findByText('Incorrect password.')).toBeDefined();
  await userEvent.clear(field);
  await userEvent.type(field, 'double-entry{Enter}');
  expect(await withdrawal).toEqual(paid);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual({ password: 'double-entry' });
  expect(withdrawals.map((each) => new Headers(each.headers).get('idempotency-key'))).toEqual(['once', 'once']);
});

// Rules: identity-5
test('a member with only a passkey can confirm a step-up with the passkey or a recovery code', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  security = { two_factor_since: null, recovery_codes_left: 9, passkeys: [phone] };
  open();
  const withdrawal = withdraw();
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeDefined();
  expect(screen.getByText('To withdraw $5.00, use your passkey.')).toBeDefined();
  expect(screen.queryByLabelText('Six-digit code')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  expect(screen.queryByRole('button', { name: 'Use the authenticator app' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Recovery code'), '7q2k-90xd-m4tc-1zp8{Enter}');
  expect(await withdrawal).toEqual(paid);
});

test('canceling the step-up dialog rejects the call with the original error', async () => {
  open();
  const message = withdraw().catch((error: Error) => error.message);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await message).toBe('Confirm first.');
  expect(withdrawals).toHaveLength(1);
});

test('the step-up dialog closes when the session ends', async () => {
  const queryClient = open();
  const message = withdraw().catch((error: Error) => error.message);
  await screen.findByRole('dialog');
  act(() => queryClient.clear());
  expect(await message).toBe('Confirm first.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
