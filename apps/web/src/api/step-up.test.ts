import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleStepUp, stepUpAction, stepUpAsked, subscribeToStepUp, withStepUp } from './step-up.ts';

const refused = (code = 'second_factor_required') =>
  Response.json({ detail: 'Show it.', code, request_id: '1' }, { status: 403 });
const payment = {
  method: 'POST',
  headers: { authorization: 'Bearer a-token', 'idempotency-key': 'k1' },
  body: '{"amount":"5"}',
};

let answers: Response[];
const sent: RequestInit[] = [];
const call = withStepUp(async (_url, init) => {
  sent.push(init);
  return answers.shift() ?? Response.json('done');
});
const stops: (() => void)[] = [];

beforeEach(() => {
  sent.length = 0;
  answers = [refused()];
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const open = (listener: () => void = () => undefined) => stops.push(subscribeToStepUp(listener));

test('what was refused goes out again as it was once the factor was shown, and its caller just gets the answer', async () => {
  const listener = vi.fn<() => void>();
  open(listener);
  const answer = call('/api/wallets/withdrawals', payment);
  await vi.waitFor(() => expect(stepUpAsked()).toBe('factor'));
  expect(sent).toHaveLength(1);
  settleStepUp(true);
  expect(await (await answer).json()).toBe('done');
  expect(sent).toEqual([payment, payment]);
  expect(stepUpAsked()).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('whoever would rather not gets the refusal, and nothing goes out again', async () => {
  open();
  const answer = call('/api/wallets/withdrawals', payment);
  await vi.waitFor(() => expect(stepUpAsked()).toBe('factor'));
  settleStepUp(false);
  expect((await (await answer).json()).code).toBe('second_factor_required');
  expect(sent).toHaveLength(1);
});

test('calls that are refused together wait for one answer', async () => {
  open();
  answers = [refused(), refused()];
  const both = Promise.all([call('/api/a', payment), call('/api/b', payment)]);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await vi.waitFor(() => expect(stepUpAsked()).toBe('factor'));
  settleStepUp(true);
  expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  expect(sent).toHaveLength(4);
});

test('the question names all that waits for it, and the next one begins anew', async () => {
  open();
  answers = [refused(), refused(), refused()];
  const withdrawal = call('/api/wallets/withdrawals', { ...payment, body: '{"amount":"5","currency":"USD"}' });
  await vi.waitFor(() => expect(stepUpAction()).toBe('withdraw $5.00'));
  const removal = call('/api/auth/passkeys/p1', { ...payment, method: 'DELETE' });
  await vi.waitFor(() => expect(stepUpAction()).toBe('withdraw $5.00 and to remove a passkey'));
  settleStepUp(false);
  await Promise.all([withdrawal, removal]);
  const unknown = call('/api/unknown', payment);
  await vi.waitFor(() => expect(stepUpAsked()).toBe('factor'));
  expect(stepUpAction()).toBe('');
  settleStepUp(false);
  await unknown;
});

test('it asks once: what is refused after all stays refused', async () => {
  open();
  answers = [refused(), refused()];
  const answer = call('/api/a', payment);
  await vi.waitFor(() => expect(stepUpAsked()).toBe('factor'));
  settleStepUp(true);
  expect((await answer).status).toBe(403);
});

test('a sign-in asks by itself, another 403 is nobody’s business here, and with nobody to ask the refusal stands', async () => {
  open();
  expect((await call('/api/auth/login', { ...payment, headers: {} })).status).toBe(403);
  answers = [new Response('a proxy’s page', { status: 403 })];
  expect((await call('/api/a', payment)).status).toBe(403);
  for (const stop of stops.splice(0)) stop();
  answers = [refused()];
  expect((await call('/api/a', payment)).status).toBe(403);
  expect(sent).toHaveLength(3);
});

test('a dialog that goes away while it asks answers no', async () => {
  open();
  const answer = call('/api/a', payment);
  await vi.waitFor(() => expect(stepUpAsked()).toBe('factor'));
  for (const stop of stops.splice(0)) stop();
  expect((await answer).status).toBe(403);
});

test('a call that is refused for want of the password waits for that', async () => {
  open();
  answers = [refused('password_required')];
  const answer = call('/api/a', payment);
  await vi.waitFor(() => expect(stepUpAsked()).toBe('password'));
  settleStepUp(true);
  expect(await (await answer).json()).toBe('done');
});
