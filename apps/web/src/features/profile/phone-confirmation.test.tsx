import type { User } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { meQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { PhoneConfirmation } from './phone-confirmation.tsx';

const unconfirmed: User = { ...ines, phone: '+351 912 345 678', phone_confirmed: false };
const channels = { email: true, push: true, sms: true };
const topics = Object.fromEntries(
  ['money_in', 'money_out', 'trades', 'requests', 'account', 'security'].map((topic) => [topic, channels]),
);
const refused = (code: string, detail: string, status: number, fields = {}) =>
  Response.json({ code, detail, request_id: 'r', fields }, { status });

let calls: [string, unknown][];
let smsAvailable: boolean;
let answers: Record<string, () => Response>;
beforeEach(() => {
  calls = [];
  smsAvailable = true;
  answers = {
    '/api/auth/phone/code': () => new Response(null, { status: 204 }),
    '/api/auth/phone/confirm': () => Response.json({ ...unconfirmed, phone_confirmed: true }),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/notifications/preferences')
      return Response.json({ ...channels, topics, sms_available: smsAvailable, push_key: null });
    calls.push([url, sentBody(init)]);
    return answers[url]?.() ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

function Screen() {
  const { user } = useSession();
  return (
    <>
      <p>the page</p>
      {user && <PhoneConfirmation user={user} isShown />}
    </>
  );
}
async function open(user: User = unconfirmed) {
  const { queryClient } = renderScreen(Screen, { at: '/profile' });
  queryClient.setQueryData(meQuery.queryKey, user);
  await screen.findByText('the page');
}
const start = async () => userEvent.click(await screen.findByRole('button', { name: 'Confirm phone' }));
const code = () => screen.findByLabelText('Text message code');

test('Confirm phone requests a code, and typing its sixth digit confirms the number', async () => {
  await open();
  await start();
  expect(await screen.findByText(/six-digit code to \+351 912 345 678/)).toBeDefined();
  await userEvent.type(await code(), '123456');
  expect(await screen.findByText('Your phone number is confirmed.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toEqual([
    ['/api/auth/phone/code', undefined],
    ['/api/auth/phone/confirm', { code: '123456' }],
  ]);
});

test('shows a wrong phone code at its field and lets the member request a new code', async () => {
  const sentence = 'This code is not right. 4 tries left.';
  answers['/api/auth/phone/confirm'] = () => refused('phone_code_wrong', sentence, 422, { code: sentence });
  await open();
  await start();
  await userEvent.type(await code(), '000000');
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText(/We sent a new code/)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows why a phone code cannot be sent and does not open a dialog', async () => {
  const sentence = 'You have asked for five codes in 24 hours. Try again tomorrow.';
  answers['/api/auth/phone/code'] = () => refused('too_many_requests', sentence, 429);
  await open();
  await start();
  await waitFor(() =>
    expect(screen.getByText('Confirm phone').closest('output')?.textContent).not.toContain('Confirm to'),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['no number', { ...unconfirmed, phone: null }, true],
  ['a server without phone confirmation', { ...ines, phone: '+351 912 345 678' }, true],
  ['a server that sends no text messages', unconfirmed, false],
])('shows no phone confirmation with %s', async (_, user, available) => {
  smsAvailable = available;
  await open(user);
  await waitFor(() => expect(document.body.textContent).toContain('the page'));
  expect(screen.queryByText(/phone number is/)).toBeNull();
});
