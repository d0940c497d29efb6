import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endHeldSends } from '../src/features/transfers/index.ts';
import { inviteRecipients } from '../src/features/transfers/invite-recipients.ts';
import { bringUp, fundedInLedger, ledgerOf, takeDown } from './member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

let florin: TestApp;
let ines: TestMember;
let down: TestApp['database'];
/** Addresses for which money waits: money of Ines, and money of Lea, whose ledger is down. */
let [fromInes, fromLea]: [string[], string[]] = [[], []];
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
  ines = await fundedInLedger(florin, 0, '100', 'Ines');
  const lea = await fundedInLedger(florin, 1, '100', 'Lea');
  const sendToMany = async ({ client }: TestMember) => {
    const addresses = Array.from({ length: 3 }, () => `${randomUUID()}@florin.example`);
    for (const to of addresses)
      await client.call(endpoints.sendMoney, { body: { recipient_email: to, amount: '1.00' } });
    return addresses;
  };
  [fromInes, fromLea] = [await sendToMany(ines), await sendToMany(lea)];
  await inviteRecipients({ pool: florin.database.pool, publicUrl: 'https://florin.example', rateLimits: false });
  const [, other] = florin.ledgers;
  if (!other) throw new Error('there are two ledgers');
  down = other;
  await takeDown(florin, down);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const dollarsOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const close = ({ client, password }: TestMember) =>
  client.call(endpoints.closeAccount, { body: { current_password: password } });
const job = () => endHeldSends({ ...florin.app.dependencies, logger: pino({ level: 'silent' }) });

test('new members join the ledger that is up while a ledger is down', async () => {
  for (let newcomer = 0; newcomer < 6; newcomer++) expect(ledgerOf(florin, await florin.signUp())).toBe(0);
});

test('a new member gets the money that waits in another ledger while a ledger is down', async () => {
  expect(await dollarsOf(await florin.signUp('Jonas', fromInes.shift()))).toBe('1.00');
});

test('an invitation shows the money that waits in another ledger while a ledger is down', async () => {
  const [mail] = await florin.client.call(endpoints.listCaughtMails, { query: { to: fromInes[0] ?? '' } });
  const token = mail?.link?.split('#')[1] ?? '';
  expect(await florin.client.call(endpoints.lookUpInvitation, { body: { token } })).toMatchObject({
    email: fromInes[0],
  });
});

test('unclaimed money of another ledger returns to the sender while a ledger is down', async () => {
  const before = await dollarsOf(ines);
  await florin.database.ownerPool.query(
    `update ledger.holds set expires_at = now() where id = (select min(id) from ledger.holds where ended_by is null)`,
  );
  await expect(job()).rejects.toThrow(/connect/);
  expect(Number(await dollarsOf(ines))).toBeGreaterThan(Number(before));
});

test('a member of another ledger closes the account while a ledger is down', async () => {
  const member = await florin.signUp();
  await close(member);
  await expect(dollarsOf(member)).rejects.toMatchObject({ status: 401 });
});

test('waiting money in a ledger that is down still waits after the account of its address was closed', async () => {
  const member = await florin.signUp('Jonas', fromLea[0]);
  expect(await dollarsOf(member)).toBe('0.00');
  await close(member);
  await bringUp(florin, down);
  const next = await florin.signUp('Jonas again', member.user.email);
  await job();
  await expect.poll(() => dollarsOf(next)).toBe('1.00');
});
