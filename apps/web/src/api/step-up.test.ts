import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleStepUp, stepUpAction, requiredStepUp, subscribeToStepUp, withStepUp } from './step-up.ts';

const rejected = (code = 'second_factor_required') =>
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
  answers = [rejected()];
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const open = (listener: () => void = () => undefined) => stops.push(subscribeToStepUp(listener));

test('a call that needs two-factor confirmation is repeated unchanged after the confirmation', async () => {
  const listener = vi.fn<() => void>();
  open(listener);
  const answer = call('/api/wallets/withdrawals', payment);
  await vi.waitFor(() => expect(requiredStepUp()).toBe('factor'), { timeout: 30_000 });
  expect(sent).toHaveLength(1);
  settleStepUp(true);
  expect(await (await answer).json()).toBe('done');
  expect(sent).toEqual([payment, payment]);
  expect(requiredStepUp()).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('canceling the two-factor confirmation returns the original error and does not repeat the call', async () => {
  open();
  const answer = call('/api/wallets/withdrawals', payment);
  await vi.waitFor(() => expect(requiredStepUp()).toBe('factor'));
  settleStepUp(false);
  expect((await (await answer).json()).code).toBe('second_factor_required');
  expect(sent).toHaveLength(1);
});

test('concurrent calls share one two-factor confirmation', async () => {
  open();
  answers = [rejected(), rejected()];
  const both = Promise.all([call('/api/a', payment), call('/api/b', payment)]);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await vi.waitFor(() => expect(requiredStepUp()).toBe('factor'));
  settleStepUp(true);
  expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  expect(sent).toHaveLength(4);
});

test('the two-factor confirmation names all waiting actions, and the next confirmation starts empty', async () => {
  open();
  answers = [rejected(), rejected(), rejected()];
  const withdrawal = call('/api/wallets/withdrawals', { ...payment, body: '{"amount":"5","currency":"USD"}' });
  await vi.waitFor(() => expect(stepUpAction()).toBe('withdraw $5.00'));
  const removal = call('/api/auth/passkeys/p1', { ...payment, method: 'DELETE' });
  await vi.waitFor(() => expect(stepUpAction()).toBe('withdraw $5.00 and to remove a passkey'));
  settleStepUp(false);
  await Promise.all([withdrawal, removal]);
  const unknown = call('/api/unknown', payment);
  await vi.waitFor(() => expect(requiredStepUp()).toBe('factor'));
  expect(stepUpAction()).toBe('');
  settleStepUp(false);
  await unknown;
});

test('a call that is rejected again after the two-factor confirmation stays rejected', async () => {
  open();
  answers = [rejected(), rejected()];
  const answer = call('/api/a', payment);
  await vi.waitFor(() => expect(requiredStepUp()).toBe('factor'));
  settleStepUp(true);
  expect((await answer).status).toBe(403);
});

test('sign-ins, other 403s and pages without a confirmation dialog get the original error', async () => {
  open();
  expect((await call('/api/auth/login', { ...payment, headers: {} })).status).toBe(403);
  answers = [new Response('a proxy’s page', { status: 403 })];
  expect((await call('/api/a', payment)).status).toBe(403);
  for (const stop of stops.splice(0)) stop();
  answers = [rejected()];
  expect((await call('/api/a', payment)).status).toBe(403);
  expect(sent).toHaveLength(3);
});

test('unmounting the confirmation dialog cancels the confirmation', async () => {
  open();
  const answer = call('/api/a', payment);
  await vi.waitFor(() => expect(requiredStepUp()).toBe('factor'));
  for (const stop of stops.splice(0)) stop();
  expect((await answer).status).toBe(403);
});

test('a call that needs the password waits for the password', async () => {
  open();
  answers = [rejected('password_required')];
  const answer = call('/api/a', payment);
  await vi.waitFor(() => expect(requiredStepUp()).toBe('password'));
  settleStepUp(true);
  expect(await (await answer).json()).toBe('done');
});
