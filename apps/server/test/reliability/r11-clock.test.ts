import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mailPasswordResets } from '../../src/features/identity/password/forgot-password.ts';
import { endHeldSends } from '../../src/features/transfers/index.ts';
import { inAllLedgers } from '../all-ledgers.ts';
import { refusedWith } from '../refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { turnOnTwoFactor } from '../two-factor.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';
import { randomFrom } from './random.ts';

/**
 * R11: the clock of the server process jumps by up to a year in both directions and then stands still, while the
 * database's clock runs on.
 * 3 rounds of two jumps by default; FLORIN_JUMPS=200 for the long form, FLORIN_RANDOM_SEED repeats a failure.
 */
const jumps = Number(process.env['FLORIN_JUMPS'] ?? 3);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? randomUUID();
const random = randomFrom(seed);
const maxSeconds = 400 * 86_400;

let florin: TestApp;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  jonas = await florin.signUp('Jonas');
});
afterAll(() => florin.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Moves the clock by half a minute to more than a year in either direction, evenly on a logarithmic scale. */
function jump(): string {
  const seconds = Math.exp(Math.log(30) + random() * Math.log(maxSeconds / 30)) * (random() < 0.5 ? -1 : 1);
  vi.setSystemTime(vi.getRealSystemTime() + seconds * 1_000);
  return `${Math.round(seconds)} s`;
}

const owner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);
const order = { from: 'USD', to: 'EUR', amount: '1.00' } as const;
const quoted = async ({ client }: TestMember) =>
  (await client.call(endpoints.createQuote, { body: { kind: 'exchange', ...order } })).id;
const exchange = ({ client }: TestMember, id: string) =>
  client.call(endpoints.exchangeMoney, { body: { ...order, quote_id: id } });
const send = ({ client }: TestMember, email: string, amount: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: email, amount } });
const stranger = () => `${randomUUID().slice(0, 13)}@florin.example`;

async function resetToken({ user }: TestMember): Promise<string> {
  await florin.client.call(endpoints.forgotPassword, { body: { email: user.email } });
  await mailPasswordResets(florin.app.dependencies);
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } });
  return mails.flatMap(({ link }) => /\/reset-password#([\w-]+)$/.exec(link ?? '')?.[1] ?? [])[0] ?? '';
}
const reset = (token: string) =>
  florin.client.call(endpoints.resetPassword, { body: { token, password: 'a fresh and longer one' } });

test(
  `expiry times follow the database's clock over ${2 * jumps} clock jumps (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    for (let i = 0; i < jumps; i++) {
      const ines = await florin.signUpWith('100.00', 'Ines');
      const { client } = ines;
      const [inTime, late] = [await quoted(ines), await quoted(ines)];
      await owner(`update quotes set expires_at = now() - interval '1 second' where id::text = $1`, [late]);
      const waiting = await send(ines, stranger(), '1.00');
      const link = await resetToken(ines);

      const by = jump();
      expect((await client.call(endpoints.me)).email, `the session after ${by}`).toBe(ines.user.email);
      await exchange(ines, inTime);
      await expect(exchange(ines, late), `a quote after ${by}`).rejects.toMatchObject(refusedWith('quote_expired'));
      await endHeldSends(florin.app.dependencies);
      const line = await client.call(endpoints.getTransaction, { params: { id: waiting.id } });
      expect(line.status, `the held send after ${by}`).toBe('pending');
      await reset(link);

      await expect(client.call(endpoints.me), 'the reset ended the session').rejects.toMatchObject(
        refusedWith('not_signed_in'),
      );
      await endBy(ines);
    }
    for (const { ownerPool } of florin.ledgers) await expectCleanBooks(ownerPool);
    reportFigures('R11', { jumps: 2 * jumps, 'days at most': 400, seed });
  },
);

/** Expects a session, a reset link and a hold that have expired by the database's clock to stay expired. */
async function endBy(ines: TestMember) {
  const { token } = await florin.client.call(endpoints.login, {
    body: { email: ines.user.email, password: 'a fresh and longer one' },
  });
  const client = florin.clientOf(token);
  const waiting = await client.call(endpoints.sendMoney, { body: { recipient_email: stranger(), amount: '1.00' } });
  await inAllLedgers(florin, `update ledger.holds set expires_at = now() - interval '1 second' where ended_by is null`);
  const link = await resetToken(ines);
  await owner(`update password_resets set expires_at = now() - interval '1 second' where used_at is null`);

  jump();
  await endHeldSends(florin.app.dependencies);
  const line = await client.call(endpoints.getTransaction, { params: { id: waiting.id } });
  expect(line.status).not.toBe('pending');
  await expect(reset(link)).rejects.toMatchObject(refusedWith('reset_invalid'));
  await owner(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [ines.user.id]);
  await expect(client.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
}

test("a used limit stays used over clock jumps of a node, because the database's clock counts the days", async () => {
  const ines = await florin.signUpWith('490.00', 'Ines');
  await send(ines, jonas.user.email, '400.00');
  const left = await ines.client.call(endpoints.getLimits);
  for (const days of [-40, -1, 1, 40]) {
    vi.setSystemTime(vi.getRealSystemTime() + days * 86_400_000);
    expect(await ines.client.call(endpoints.getLimits), `${days} days off`).toEqual(left);
  }
});

test("an authenticator code is checked by the database's clock", async () => {
  const ines = await florin.signUp('Ines');
  const app = await turnOnTwoFactor(ines);
  const code = app.code(1);
  jump();
  const { token } = await florin.client.call(endpoints.login, {
    body: { email: ines.user.email, password: ines.password, code },
  });
  expect((await florin.clientOf(token).call(endpoints.me)).email).toBe(ines.user.email);
});
