import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, decline, mailsTo, pay } from '../../../../test/ask-for-money.ts';
import { bringUp, closeWallets, fundedInLedger, memberInLedger, takeDown } from '../../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import type { TestDatabase } from '../../../../test/test-database.ts';
import { postBatch } from '../../../ledger/post-batch.ts';
import type { Bounds } from './poll-news.ts';
import { notifyNews } from './notify-news.ts';

let florin: TestApp;
let main: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
  const [first, second] = florin.ledgers;
  if (!first || !second) throw new Error('there are two ledgers');
  [main, other] = [first, second];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});
beforeEach(() => sendNews());

const sendNews = (bounds: Partial<Bounds> = {}) => notifyNews({ ...florin.app.dependencies, ...bounds });

const send = ({ client }: TestMember, to: TestMember, amount: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount } });

const subjectsTo = async ({ user }: TestMember) =>
  (await mailsTo(florin, user.email))
    .map(({ subject }) => subject)
    .filter((subject) => !/^(Welcome|Confirm|You added )/.test(subject))
    .toSorted();

/** Sends the news until the member has these mails. Payments from another ledger arrive a moment later. */
const expectMails = (member: TestMember, subjects: readonly string[], bounds: Partial<Bounds> = {}) =>
  expect
    .poll(async () => {
      await sendNews(bounds);
      return subjectsTo(member);
    })
    .toEqual(subjects.toSorted());

const couples = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

describe('with two ledgers', () => {
  test.each(couples)('a payment from ledger %i to ledger %i notifies each side once', async (from, to) => {
    const [ines, hana] = [await fundedInLedger(florin, from, '100', 'Ines'), await memberInLedger(florin, to, 'Hana')];
    await send(ines, hana, '5');
    await expectMails(hana, ['Ines sent you $5.00']);
    await Promise.all([sendNews(), sendNews()]);
    await send(ines, hana, '6');
    await expectMails(hana, ['Ines sent you $6.00', 'Ines sent you $5.00']);
    expect(await subjectsTo(ines)).toEqual(['You sent $5.00 to Hana', 'You sent $6.00 to Hana']);
  });

  test.each(couples)('a request of ledger %i that ledger %i pays notifies once', async (from, to) => {
    const [hana, ines] = [await memberInLedger(florin, from, 'Hana'), await fundedInLedger(florin, to, '100', 'Ines')];
    await pay(ines, await askForMoney(hana, ines, '24.00'));
    await expectMails(hana, ['Ines paid your request for $24.00']);
    await decline(ines, await askForMoney(hana, ines, '25.00'));
    await expectMails(hana, [
      `${ines.user.email} declined your request for $25.00`,
      'Ines paid your request for $24.00',
    ]);
  });

  test.each(['0 to 1', '1 to 0'])(
    'a payment from ledger %s that comes back is told to the payer',
    async (direction) => {
      const [from = 0, to = 0] = direction.split(' to ').map(Number);
      const [ines, hana] = [await fundedInLedger(florin, from, '100', 'Ines'), await memberInLedger(florin, to)];
      await closeWallets(florin, hana);
      await send(ines, hana, '5');
      await expectMails(ines, ['Your $5.00 to Test Person came back', 'You sent $5.00 to Test Person']);
      const [news] = await ines.client.call(endpoints.listNotifications);
      expect(news).toMatchObject({
        kind: 'send_returned',
        body: expect.stringContaining('You got it back with the fee'),
      });
    },
  );
});

describe('the position of each ledger', () => {
  const positions = async () => {
    const { rows } = await main.ownerPool.query<{ shard: number; entry_id: bigint; last: bigint }>(
      `select shard, entry_id, (select max(id) from books.entries where id >> 51 = shard) as last
       from news_polls order by shard`,
    );
    return rows;
  };
  const hasReached = async (shard: number) => {
    const found = (await positions()).find((one) => one.shard === shard);
    return found?.entry_id === found?.last;
  };
  const catchesUp = (shard: number) =>
    expect
      .poll(async () => {
        await sendNews();
        return hasReached(shard);
      })
      .toBe(true);

  test.each([1_000, 0])(
    'the position of a ledger waits for its open transaction (%i entries are read again)',
    async (entriesReadAgain) => {
      const [ines, hana] = [await fundedInLedger(florin, 1, '100', 'Ines'), await memberInLedger(florin, 1, 'Hana')];
      await send(ines, hana, '5');
      await catchesUp(0);
      await catchesUp(1);
      const before = (await positions())[1]?.entry_id;
      const writer = await other.pool.connect();
      try {
        await writer.query('begin');
        await payBetween(writer, ines, hana);
        const [lea, jonas] = [await fundedInLedger(florin, 0, '100', 'Lea'), await memberInLedger(florin, 0, 'Jonas')];
        await send(lea, jonas, '6');
        for (const _ of [1, 2, 3, 4]) await sendNews({ entriesReadAgain });
        expect(await subjectsTo(jonas)).toEqual(['Lea sent you $6.00']);
        expect((await positions())[1]?.entry_id).toBe(before);
        await writer.query('commit');
      } finally {
        writer.release(true); // closes the connection with any open transaction
      }
      await expectMails(hana, ['Ines sent you $5.00', 'Ines sent you $7.00'], { entriesReadAgain });
      await catchesUp(1);
    },
  );

  test('the position of a ledger waits for a prepared transaction, even for hours', async () => {
    const [ines, hana] = [await fundedInLedger(florin, 1, '100', 'Ines'), await memberInLedger(florin, 1, 'Hana')];
    await send(ines, hana, '5');
    await catchesUp(1);
    const writer = await other.pool.connect();
    await writer.query('begin');
    await payBetween(writer, ines, hana);
    await writer.query(`prepare transaction 'news'`);
    writer.release();
    await fundedInLedger(florin, 1, '1'); // a later entry
    for (const _ of [1, 2, 3]) {
      await sendNews();
      await main.ownerPool.query(`update news_polls set polled_at = polled_at - interval '5 hours'`);
    }
    await other.pool.query(`commit prepared 'news'`);
    await expectMails(hana, ['Ines sent you $7.00', 'Ines sent you $5.00']);
  });

  test('the position of a ledger passes over the entries of a member whose money was moved there', async () => {
    await catchesUp(1);
    const before = await positions();
    await other.ownerPool
      .query(`insert into ledger.journal_entries (id, key, actor, request_hash, recorded_at, kind, postings)
       select (7::bigint << 51) + 4097, gen_random_uuid(), actor, 0, now(), 'send', 0 from ledger.journal_entries limit 1`);
    await sendNews();
    expect(await positions()).toEqual(before);
    const [ines, hana] = [await fundedInLedger(florin, 1, '100', 'Ines'), await memberInLedger(florin, 1, 'Hana')];
    await send(ines, hana, '5');
    await expectMails(hana, ['Ines sent you $5.00']);
  });
});

/** Pays 7 dollars between wallets of one ledger within an open transaction of that ledger. */
async function payBetween(writer: Parameters<typeof postBatch>[0], from: TestMember, to: TestMember) {
  const { ledger } = florin.app.dependencies;
  const [payer, payee] = [await ledger.walletId(from.user.id, 'USD'), await ledger.walletId(to.user.id, 'USD')];
  const postings = [
    { account: payer, units: -7_00n },
    { account: payee, units: 7_00n },
  ];
  const metadata = { recipient: to.user.id, fee: '0' };
  const entry = { key: randomUUID(), requestHash: 0n, actor: from.user.id, kind: 'send', metadata, postings };
  expect(await postBatch(writer, [entry], 0)).toMatchObject([{ outcome: 'posted' }]);
}

describe('while a ledger is down', () => {
  test('a ledger that is down delays only the notifications of its own members', async () => {
    const [ines, hana] = [await fundedInLedger(florin, 0, '100', 'Ines'), await memberInLedger(florin, 0, 'Hana')];
    const [lea, jonas] = [await fundedInLedger(florin, 1, '100', 'Lea'), await memberInLedger(florin, 1, 'Jonas')];
    const asked = await askForMoney(hana, jonas, '24.00');
    await send(lea, jonas, '3');
    await takeDown(florin, other);
    try {
      await send(ines, hana, '5');
      await expect(sendNews()).rejects.toThrow(/connection/i);
      expect(await subjectsTo(hana)).toEqual(['Ines sent you $5.00']);
      expect(await subjectsTo(jonas)).toEqual(['Hana requested $24.00']);
      await main.ownerPool.query('update payment_requests set expires_at = now() where id = $1', [asked.id]);
      await expect(sendNews()).rejects.toThrow(/connection/i);
      expect(await subjectsTo(hana)).toEqual([
        'Ines sent you $5.00',
        `Your request for $24.00 to ${jonas.user.email} has expired`,
      ]);
    } finally {
      await bringUp(florin, other);
    }
    await expectMails(jonas, ['Lea sent you $3.00', 'Hana requested $24.00']);
  });

  test('a member is notified about a change outside the ledgers when the member’s ledger is up', async () => {
    const jonas = await memberInLedger(florin, 1, 'Jonas');
    const hana = await memberInLedger(florin, 0, 'Hana');
    const asked = await askForMoney(jonas, hana, '24.00');
    await sendNews();
    await takeDown(florin, other);
    try {
      await main.ownerPool.query('update payment_requests set expires_at = now() where id = $1', [asked.id]);
      for (const _ of [1, 2, 3]) await expect(sendNews()).rejects.toThrow(/connection/i);
      await main.ownerPool.query(
        `update news_polls set changed_since = changed_since + interval '1 minute' where shard = 0`,
      );
    } finally {
      await bringUp(florin, other);
    }
    await expectMails(jonas, [`Your request for $24.00 to ${hana.user.email} has expired`]);
  });
});
