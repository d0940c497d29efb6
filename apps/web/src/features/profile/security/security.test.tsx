import type { OpenSession, SecurityState } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../../test/ines.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { sentBody } from '../../../../test/sent-body.ts';
import { meQuery } from '../../../api/queries.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const off: SecurityState = {
  password_changed_at: '2024-08-03T10:00:00Z',
  two_factor_since: null,
  recovery_codes_left: 0,
  passkeys: [],
};
const on: SecurityState = { ...off, two_factor_since: '2024-05-12T10:00:00Z', recovery_codes_left: 8 };
const here: OpenSession = {
  id: 's1',
  device: 'Firefox on Linux',
  kind: 'desktop',
  network: '203.0.113.x',
  created_at: '2024-08-03T10:00:00Z',
  last_seen_at: '2024-08-03T10:00:00Z',
  current: true,
  new_device: true,
};
const there: OpenSession = { ...here, id: 's2', device: 'Safari on iPhone', kind: 'phone', current: false };

let security: SecurityState;
let sessions: OpenSession[];
const answers = new Map<string, () => Response | Promise<Response>>();
const calls: { call: string; body: unknown }[] = [];

beforeEach(() => {
  security = off;
  sessions = [here, there];
  calls.length = 0;
  answers.clear();
  answers.set('GET /api/auth/security', () => Response.json(security));
  answers.set('GET /api/auth/sessions', () => Response.json(sessions));
  answers.set('GET /api/auth/me', () => Response.json(ines));
  localStorage.setItem('token', 'a-token');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    if (init.method !== 'GET') calls.push({ call, body: sentBody(init) });
    return answers.get(call)?.() ?? new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ detail, code, request_id: '1' }, { status });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};
function open(Section: () => React.ReactNode) {
  const { queryClient } = renderScreen(Section, { at: '/profile' });
  queryClient.setQueryData(meQuery.queryKey, ines);
  return queryClient;
}

test('the security settings appear after a failed load and Retry', async () => {
  answers.set('GET /api/auth/security', refusal(400, 'busy', 'Busy.'));
  open(SecuritySection);
  expect(await screen.findByText('Could not load')).toBeDefined();
  security = on;
  answers.set('GET /api/auth/security', () => Response.json(security));
  await press('Retry');
  expect(await screen.findByText('Changed on August 3, 2024')).toBeDefined();
  expect(screen.getByText('Authenticator app, on since May 12, 2024 · 8 of 10 recovery codes left')).toBeDefined();
});

test('changing the password warns about ending other sessions and shows each error at its field', async () => {
  open(SecuritySection);
  await press('Change Password');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('This ends your other session. You stay signed in here.')).toBeDefined();
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
  await submit();
  expect(await dialog.findByText('Enter your current password')).toBeDefined();
  await type('Current password', 'double-entry');
  await type('New password', 'short');
  await type('Confirm new password', 'shorter');
  await submit();
  expect(await dialog.findByText('Passwords do not match')).toBeDefined();
  await type('Confirm new password', 'short');
  await submit();
  expect(await dialog.findByText('Password must be at least 8 characters')).toBeDefined();
  expect(calls).toEqual([]);

  await type('New password', 'battery-staple');
  await type('Confirm new password', 'battery-staple');
  answers.set('POST /api/auth/password/change', refusal(400, 'bad_credentials', 'Incorrect password.'));
  await submit();
  expect(await dialog.findByText('Incorrect password.')).toBeDefined();
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  answers.set('POST /api/auth/password/change', refusal(422, 'password_too_common', 'Too many people use it.'));
  await submit();
  expect(await dialog.findByText('Too many people use it.')).toBeDefined();
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  answers.delete('POST /api/auth/password/change');
  await submit();
  expect(await screen.findByText('Password changed')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.at(-1)?.body).toEqual({ current_password: 'double-entry', password: 'battery-staple' });
});

const codes = Array.from({ length: 10 }, (_, place) => `aaaa-bbbb-cccc-000${place}`);

test('turns on two-factor authentication in three steps, and Escape does not close the recovery codes', async () => {
  answers.set('POST /api/auth/2fa/setup', () =>
    Response.json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Florin:ines?secret=JBSWY3DPEHPK3PXP' }),
  );
  answers.set('POST /api/auth/2fa/on', refusal(422, 'second_factor_wrong', 'This code is not right.'));
  open(SecuritySection);
  await press('Two-Factor Authentication');
  await press('Continue');
  expect(await screen.findByText('Enter your password')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Current password'), 'double-entry{Enter}');
  expect(await screen.findByText('Step 1 of 3')).toBeDefined();
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy key' })).toBeDefined();
  await press('Continue');
  expect(screen.getByText('Step 2 of 3')).toBeDefined();
  await press('Back');
  await press('Continue');
  await userEvent.type(screen.getByLabelText('Six-digit code'), '111111');
  expect((await screen.findByRole('alert')).textContent).toBe('This code is not right.');
  security = on;
  const turnedOn = Promise.withResolvers<Response>();
  answers.set('POST /api/auth/2fa/on', () => turnedOn.promise);
  await userEvent.type(screen.getByLabelText('Six-digit code'), '902174');
  await userEvent.keyboard('{Escape}');
  turnedOn.resolve(Response.json({ recovery_codes: codes }));
  expect(await screen.findByRole('dialog', { name: 'Recovery codes' })).toBeDefined();
  expect(within(screen.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')).toHaveLength(10);
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('Save your codes first.')).toBeDefined();
  await press('Done');
  expect(screen.getByRole('dialog', { name: 'Recovery codes' })).toBeDefined();
  await userEvent.click(screen.getByLabelText('I saved the codes in a safe place'));
  await press('Done');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.map(({ body }) => body)).toEqual([
    { current_password: 'double-entry' },
    { code: '111111' },
    { code: '902174' },
  ]);
});

test('shows new recovery codes even if the member tried to close the dialog before they arrived', async () => {
  security = on;
  const renewed = Promise.withResolvers<Response>();
  answers.set('POST /api/auth/2fa/recovery-codes', () => renewed.promise);
  open(SecuritySection);
  await press('Two-Factor Authentication');
  await press('New recovery codes');
  await type('Current password', 'double-entry');
  await press('New recovery codes');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  renewed.resolve(Response.json({ recovery_codes: codes }));
  expect(await screen.findByRole('dialog', { name: 'Recovery codes' })).toBeDefined();
});

test('the dialog of recovery codes can be closed after creating new codes failed', async () => {
  security = on;
  answers.set('POST /api/auth/2fa/recovery-codes', refusal(503, 'database_unavailable', 'Florin is busy.'));
  open(SecuritySection);
  await press('Two-Factor Authentication');
  await press('New recovery codes');
  await type('Current password', 'double-entry');
  await press('New recovery codes');
  expect(await within(screen.getByRole('dialog')).findByText('Florin is busy.')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('renews the recovery codes and turns off two-factor authentication with the password', async () => {
  security = { ...on, recovery_codes_left: 2 };
  answers.set('POST /api/auth/2fa/recovery-codes', () => Response.json({ recovery_codes: codes }));
  open(SecuritySection);
  await press('Two-Factor Authentication');
  expect(await screen.findByText('Few recovery codes are left.')).toBeDefined();
  await press('New recovery codes');
  await press('New recovery codes');
  expect(await screen.findByText('Enter your password')).toBeDefined();
  await type('Current password', 'double-entry');
  await press('New recovery codes');
  await userEvent.click(await screen.findByLabelText('I saved the codes in a safe place'));
  await press('Done');
  await press('Two-Factor Authentication');
  await press('Turn off');
  answers.set('POST /api/auth/2fa/off', refusal(400, 'bad_credentials', 'Incorrect password.'));
  await type('Current password', 'triple-entry');
  await press('Turn off');
  expect(await screen.findByText('Incorrect password.')).toBeDefined();
  expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  answers.set(
    'POST /api/auth/2fa/off',
    refusal(403, 'second_factor_required', 'Confirm with your second factor first.'),
  );
  await type('Current password', 'double-entry');
  await press('Turn off');
  expect(await screen.findByText('Confirm with your second factor first.')).toBeDefined();
  answers.delete('POST /api/auth/2fa/off');
  await press('Turn off');
  expect(await screen.findByText('Two-factor authentication is off')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  const byPassword = { current_password: 'double-entry' };
  expect(calls.map(({ body }) => body)).toEqual([
    byPassword,
    { current_password: 'triple-entry' },
    byPassword,
    byPassword,
  ]);
});

test('lists passkeys, and removes a passkey only after confirmation with the password', async () => {
  security = {
    ...on,
    passkeys: [
      { id: 'p1', name: 'My phone', created_at: '2024-05-12T10:00:00Z', last_used_at: '2024-06-02T10:00:00Z' },
      { id: 'p2', name: 'Blue key', created_at: '2024-06-02T10:00:00Z', last_used_at: null },
    ],
  };
  open(PasskeysSection);
  expect(await screen.findByText('Added on May 12, 2024 · used on June 2, 2024')).toBeDefined();
  expect(screen.getByText('Added on June 2, 2024 · never used')).toBeDefined();
  await press('Remove passkey Blue key');
  await press('Cancel');
  expect(calls).toEqual([]);
  await press('Remove passkey Blue key');
  await press('Remove');
  expect(await screen.findByText('Enter your password')).toBeDefined();
  await type('Current password', 'double-entry');
  await press('Remove');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([{ call: 'DELETE /api/auth/passkeys/p2', body: { current_password: 'double-entry' } }]);
});

test('a browser without passkey support cannot add a passkey and shows the reason', async () => {
  open(PasskeysSection);
  expect(await screen.findByText(/^This browser doesn’t support passkeys/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a passkey' }).disabled).toBe(true);
  cleanup();
  security = {
    ...on,
    passkeys: [{ id: 'p1', name: 'My phone', created_at: '2024-05-12T10:00:00Z', last_used_at: null }],
  };
  open(PasskeysSection);
  expect(await screen.findByText('My phone')).toBeDefined();
  expect(screen.getByText(/^This browser doesn’t support passkeys/)).toBeDefined();
});

test('lists sessions with device and network, and ends a single session or all other sessions', async () => {
  open(SessionsSection);
  expect(await screen.findByText('This device')).toBeDefined();
  expect(screen.getByText('203.0.113.x · now')).toBeDefined();
  expect(screen.getByText('New device')).toBeDefined();
  await press('Sign out all others');
  expect(screen.getByText('This ends 1 other session. You stay signed in here.')).toBeDefined();
  await press('Cancel');
  await press('Sign out Safari on iPhone');
  sessions = [here];
  await waitFor(() => expect(calls).toEqual([{ call: 'DELETE /api/auth/sessions/s2', body: undefined }]));
  sessions = [here, there];
  await press('Sign out all others');
  sessions = [here];
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out all others' }));
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(calls.at(-1)?.call).toBe('DELETE /api/auth/sessions');
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
});

test('a session that has already ended disappears from the list, with a toast', async () => {
  answers.set('DELETE /api/auth/sessions/s2', () => {
    sessions = [here];
    return refusal(404, 'session_not_found', 'This session has ended already.')();
  });
  open(SessionsSection);
  await press('Sign out Safari on iPhone');
  expect(await screen.findByText('This session has ended already.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
});
