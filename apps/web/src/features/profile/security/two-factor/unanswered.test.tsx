import type { SecurityState } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../../../test/ines.ts';
import { renderScreen } from '../../../../../test/render-screen.tsx';
import { meQuery } from '../../../../api/queries.ts';
import { refetchTopics } from '../../../../api/refetch-topics.ts';
import { SecuritySection } from '../security-section.tsx';

const off: SecurityState = {
  password_changed_at: '2024-08-03T10:00:00Z',
  two_factor_since: null,
  recovery_codes_left: 0,
  passkeys: [],
};
const on: SecurityState = { ...off, two_factor_since: '2024-05-12T10:00:00Z', recovery_codes_left: 10 };
const codes = Array.from({ length: 10 }, (_, place) => `aaaa-bbbb-cccc-000${place}`);

let security: SecurityState;
const answers = new Map<string, () => Response>();

beforeEach(() => {
  security = off;
  answers.clear();
  answers.set('POST /api/auth/2fa/setup', () => Response.json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/' }));
  answers.set('POST /api/auth/2fa/recovery-codes', () => Response.json({ recovery_codes: codes }));
  answers.set('GET /api/auth/security', () => Response.json(security));
  answers.set('GET /api/auth/me', () => Response.json(ines));
  localStorage.setItem('token', 'a-token');
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    return answers.get(`${method} ${url}`)?.() ?? Response.json([]);
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The server makes the change, but its answer is lost. */
const lost = (after: SecurityState) => () => {
  security = after;
  throw new TypeError('Failed to fetch');
};
const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ detail, code, request_id: '1' }, { status });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const typePassword = async () => userEvent.type(await screen.findByLabelText('Current password'), 'double-entry');

async function open() {
  const { queryClient } = renderScreen(SecuritySection, { at: '/profile' });
  queryClient.setQueryData(meQuery.queryKey, ines);
  await press('Two-Factor Authentication');
  return queryClient;
}

async function goToCodeStep() {
  await press('Continue');
  await typePassword();
  await press('Continue');
  await screen.findByText('Step 1 of 3');
  await press('Continue');
}
const typeCode = () => userEvent.type(screen.getByLabelText('Six-digit code'), '902174');

/** Creates new recovery codes in place of the codes that were never shown. */
async function makeNewCodes() {
  await press('New recovery codes');
  await typePassword();
  await press('New recovery codes');
  expect(await screen.findByRole('dialog', { name: 'Recovery codes' })).toBeDefined();
  expect(within(screen.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')).toHaveLength(10);
}

test('shows two-factor authentication as on after a lost answer and offers new recovery codes', async () => {
  await open();
  await goToCodeStep();
  answers.set('POST /api/auth/2fa/on', lost(on));
  await typeCode();
  expect(await screen.findByText('Two-factor authentication is on.')).toBeDefined();
  await makeNewCodes();
  expect(screen.getByText(/on since May 12, 2024/)).toBeDefined();
});

test('a retry shows two-factor authentication as on after the answer and the reload both failed', async () => {
  await open();
  await goToCodeStep();
  answers.set('POST /api/auth/2fa/on', lost(on));
  answers.set('GET /api/auth/security', refusal(400, 'busy', 'Busy.'));
  await typeCode();
  expect(await screen.findByText('The server did not answer. Please try again.')).toBeDefined();
  answers.set('GET /api/auth/security', () => Response.json(security));
  answers.set('POST /api/auth/2fa/on', refusal(409, 'second_factor_on', 'Two-factor authentication is on already.'));
  await typeCode();
  expect(await screen.findByText('Two-factor authentication is on.')).toBeDefined();
  await makeNewCodes();
});

test('shows two-factor authentication as on if the server turned it on after the failed request', async () => {
  const queryClient = await open();
  await goToCodeStep();
  answers.set('POST /api/auth/2fa/on', lost(off));
  await typeCode();
  expect(await screen.findByText('The server did not answer. Please try again.')).toBeDefined();
  security = on;
  refetchTopics(queryClient, ['account']);
  expect(await screen.findByText('Two-factor authentication is on.')).toBeDefined();
  await makeNewCodes();
});

test('shows two-factor authentication as on at the first step if it was turned on elsewhere', async () => {
  await open();
  security = on;
  answers.set('POST /api/auth/2fa/setup', refusal(409, 'second_factor_on', 'Two-factor authentication is on already.'));
  await press('Continue');
  await typePassword();
  await press('Continue');
  expect(await screen.findByText('Two-factor authentication is on.')).toBeDefined();
  await makeNewCodes();
});

test('warns that the old recovery codes may not work if the answer with the new codes was lost', async () => {
  security = on;
  await open();
  await press('New recovery codes');
  await typePassword();
  answers.set('POST /api/auth/2fa/recovery-codes', lost(on));
  await press('New recovery codes');
  expect(await screen.findByText(/^The server did not answer. Your old codes may no longer work/)).toBeDefined();
});

test('shows two-factor authentication as off if it was turned off elsewhere', async () => {
  security = on;
  const queryClient = await open();
  await screen.findByText(/10 of 10 recovery codes are left\. New/);
  security = off;
  refetchTopics(queryClient, ['account']);
  expect(await screen.findByText(/^Two-factor authentication has been turned off\./)).toBeDefined();
  expect(screen.queryByText('Few recovery codes are left.')).toBeNull();
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('turning off two-factor authentication succeeds on retry after a lost answer', async () => {
  security = on;
  await open();
  await press('Turn off');
  await typePassword();
  answers.set('POST /api/auth/2fa/off', lost(off));
  await press('Turn off');
  expect(await screen.findByText('The server did not answer. Please try again.')).toBeDefined();
  expect(await screen.findByText(/^Off\. /)).toBeDefined();
  answers.set('POST /api/auth/2fa/off', refusal(409, 'second_factor_off', 'It is not set up on this account.'));
  await press('Turn off');
  expect(await screen.findByText('Two-factor authentication is off')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
