import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, decline, mailsTo, pay } from '../../../../test/ask-for-money.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import type { JournalEntry } from '../../../ledger/index.ts';
import { postBatch } from '../../../ledger/post-batch.ts';
import type { Statements } from '../../../platform/database/pipeline.ts';
import type { Bounds } from './poll-news.ts';
import { notifyNews } from './notify-news.ts';

let florin: TestApp;
beforeAll(async () => {
  // With several ledgers: news-of-ledgers.test.ts.
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' }, {}, { ledgers: 1 });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});
beforeEach(() => sendNews());

const owner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);

function sendNews(bounds: Partial<Bounds> = {}) {
  return notifyNews({ ...florin.app.dependencies, publicUrl: 'https://florin.example', ...bounds });
}

async function confirmed(name: string, usd?: string): Promise<TestMember> {
  const member = usd === undefined ? await florin.signUp(name) : await florin.signUpWith(usd, name);
  await owner('update users set email_confirmed_at = now(), kyc_level = 1 where id = $1', [member.user.id]);
  return member;
}

const send = (from: TestMember, to: TestMember, amount: string, note = '') =>
  from.client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount, note } });

const newsTo = async ({ user }: TestMember) =>
  (await mailsTo(florin, user.email)).filter(({ subject }) => !/^(Welcome|Confirm|You (sent|added) )/.test(subject));
const subjectsTo = async (member: TestMember) => (await newsTo(member)).map(({ subject }) => subject);

/**
 * Posts the member's last send again, directly between the wallets, so that no other posting waits for house accounts.
 */
async function sendOnceMore(writer: Statements, from: TestMember, to: TestMember) {
  const { rows } = await owner(
    `select metadata, (select id from books.accounts where owner = $1 and kind = 'wallet' and asset = 'USD') as payer,
            (select id from books.accounts where owner = $2 and kind = 'wallet' and asset = 'USD') as payee
     from books.entries where actor = $1 and kind = 'send' order by id desc limit 1`,
    [from.user.id, to.user.id],
  );
  const [{ metadata, payer, payee }] = rows as [{ metadata: JournalEntry['metadata']; payer: bigint; payee: bigint }];
  const postings = [
    { account: payer, units: -5_00n },
    { account: payee, units: 5_00n },
  ];
  const entry = { key: randomUUID(), requestHash: 0n, actor: from.user.id, kind: 'send', metadata, postings };
  expect(await postBatch(writer, [entry], 0)).toMatchObject([{ outcome: 'posted' }]);
}

/** Subscribes a browser of the member to push messages. */
async function subscribe({ client, user }: TestMember): Promise<string> {
  const endpoint = `https://push.example.com/${user.id}`;
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') };
  await client.call(endpoints.addPushSubscription, { body: { endpoint, keys } });
  return endpoint;
}

async function pushesTo(endpoint: string) {
  const { rows } = await owner(
    `select m.message from push_messages m join push_subscriptions s on s.id = m.subscription_id
     where s.endpoint = $1 order by m.id`,
    [endpoint],
  );
  return rows.map((row: { message: unknown }) => row.message);
}

describe('mails about received money', () => {
  test('mails received money once under repeated and concurrent runs', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5', 'Lunch');
    await sendNews();
    await Promise.all([sendNews(), sendNews()]);
    const [mail, ...others] = await newsTo(hana);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Ines sent you $5.00',
      body: expect.stringContaining('Their note: Lunch'),
      link: expect.stringMatching(/^https:\/\/florin\.example\/transactions\?id=\d+-\d+$/),
    });
    expect(await newsTo(ines), 'no mail to the sender').toEqual([]);
  });

  test('mails two received payments separately', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    await sendNews();
    await send(ines, hana, '6');
    await sendNews();
    expect((await subjectsTo(hana)).toSorted()).toEqual(['Ines sent you $5.00', 'Ines sent you $6.00']);
  });

  test('does not mail received money to an unconfirmed address', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await florin.signUp('Hana')];
    await send(ines, hana, '5');
    await owner('update users set email_confirmed_at = null where id = $1', [hana.user.id]);
    await sendNews();
    expect(await newsTo(hana)).toEqual([]);
  });

  test('mails received money after a period without polls', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    await owner(`update news_polls set changed_since = changed_since - interval '1 hour'`);
    await sendNews();
    expect(await subjectsTo(hana)).toEqual(['Ines sent you $5.00']);
  });

  test.each([1_000, 0])(
    'mails a payment that became visible after later payments (%i entries are read again)',
    async (entriesReadAgain) => {
      const [ines, hana, jonas] = [await confirmed('Ines', '100'), await confirmed('Hana'), await confirmed('Jonas')];
      await send(ines, hana, '5');
      await sendNews();
      const writer = await florin.database.pool.connect();
      try {
        await writer.query('begin');
        await sendOnceMore(writer, ines, hana);
        await send(await confirmed('Lea', '100'), jonas, '6');
        for (let poll = 0; poll < 4; poll++) await sendNews({ entriesReadAgain });
        expect(await subjectsTo(jonas)).toEqual(['Lea sent you $6.00']);
        expect(await subjectsTo(hana), 'not visible before the commit').toEqual(['Ines sent you $5.00']);
        await writer.query('commit');
      } finally {
        writer.release(true); // closes the connection with any open transaction
      }
      await sendNews({ entriesReadAgain });
      expect(await subjectsTo(hana)).toEqual(['Ines sent you $5.00', 'Ines sent you $5.00']);
    },
  );

  test('mails other members if the notifications of one member fail', async () => {
    const [ines, hana, jonas] = [await confirmed('Ines', '100'), await confirmed('Hana'), await confirmed('Jonas')];
    await send(ines, hana, '5');
    await send(ines, jonas, '6');
    const setKind = (from: string, to: string) =>
      owner(
        `update ledger.journal_entries e set kind = $3 where kind = $2 and id in
           (select p.entry_id from books.postings p join books.accounts a on a.id = p.account_id where a.owner = $1)`,
        [hana.user.id, from, to],
      );
    const { rows } = await owner('select kind from books.entries order by id desc limit 1');
    const kind = String(rows[0].kind);
    await setKind(kind, 'nonsense');
    await expect(sendNews()).rejects.toThrow('failed');
    expect(await subjectsTo(jonas)).toEqual(['Ines sent you $6.00']);
    await setKind('nonsense', kind);
    await sendNews();
    expect(await subjectsTo(hana)).toEqual(['Ines sent you $5.00']);
  });

  test('does not mail a payment that is more than a day old', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    await owner(
      `update ledger.journal_entries set recorded_at = recorded_at - interval '25 hours'
       where id in (select p.entry_id from books.postings p join books.accounts a on a.id = p.account_id
                    where a.owner = $1)`,
      [hana.user.id],
    );
    await sendNews();
    expect(await newsTo(hana)).toEqual([]);
  });
});

describe('the position of the notification poll', () => {
  const position = async () =>
    (
      await owner(`select l.entry_id = (select max(id) from books.entries) as up_to_date, l.entry_id
                   from news_polls l`)
    ).rows[0] as { up_to_date: boolean; entry_id: bigint };

  async function paid() {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    return hana;
  }

  /** Other databases of the same engine may have open transactions, so this polls. */
  const catchesUp = () =>
    expect
      .poll(async () => {
        await sendNews();
        return (await position()).up_to_date;
      })
      .toBe(true);

  test('the position of the notification poll reaches the last entry and stays there', async () => {
    await paid();
    await catchesUp();
    await sendNews();
    expect((await position()).up_to_date).toBe(true);
  });

  test('the notification poll does not pass entries of an open transaction, but mails visible entries', async () => {
    await paid();
    await catchesUp();
    await sendNews();
    const before = (await position()).entry_id;
    const late = await florin.database.ownerPool.connect();
    try {
      await late.query('begin');
      await late.query('select pg_current_xact_id()');
      const hana = await paid();
      for (const _ of [1, 2, 3]) await sendNews();
      expect(await subjectsTo(hana), 'mailed before the commit').toEqual(['Ines sent you $5.00']);
      expect((await position()).entry_id).toBe(before);
      await late.query('commit');
    } finally {
      late.release();
    }
    await catchesUp();
  });

  test('the notification poll continues in a database restored from a database with higher transaction numbers', async () => {
    await owner(`update news_polls set next_xid = '4611686018427387904', next_entry_id = entry_id`);
    const before = (await position()).entry_id;
    await paid();
    for (const _ of [1, 2, 3]) await sendNews();
    expect((await position()).entry_id).toBe(before);
    await owner(`update news_polls set polled_at = polled_at - interval '6 minutes'`);
    await catchesUp();
  });
});

describe('mails about payment requests', () => {
  test('mails a paid request once and not also as received money', async () => {
    const [hana, ines] = [await confirmed('Hana'), await confirmed('Ines', '100')];
    const asked = await askForMoney(hana, ines, '24.00');
    await pay(ines, asked);
    await sendNews();
    expect(await subjectsTo(hana)).toEqual(['Ines paid your request for $24.00']);
    expect(await subjectsTo(ines), 'mailed when it was created').toEqual(['Hana requested $24.00']);
  });

  test('mails the requester about a declined and an expired request', async () => {
    const [hana, ines] = [await confirmed('Hana'), await confirmed('Ines')];
    await decline(ines, await askForMoney(hana, ines, '24.00'));
    const asked = await askForMoney(hana, ines, '25.00');
    await sendNews();
    expect(await subjectsTo(hana)).toEqual([`${ines.user.email} declined your request for $24.00`]);
    await owner('update payment_requests set expires_at = now() where id = $1', [asked.id]);
    await sendNews();
    await sendNews();
    expect((await subjectsTo(hana)).toSorted()).toEqual(
      [
        `Your request for $25.00 to ${ines.user.email} has expired`,
        `${ines.user.email} declined your request for $24.00`,
      ].toSorted(),
    );
  });
});

test('mails all expired requests, even of more members than one run handles', async () => {
  const ines = await confirmed('Ines');
  const members = await Promise.all(['Hana', 'Jonas', 'Olu'].map((name) => confirmed(name)));
  const asked = await Promise.all(members.map((member) => askForMoney(member, ines, '25.00')));
  await sendNews();
  await owner('update payment_requests set expires_at = now() where id = any ($1)', [asked.map(({ id }) => id)]);
  for (let run = 0; run < 4; run++) await sendNews({ membersAtOnce: 1 });
  for (const member of members)
    expect(await subjectsTo(member)).toEqual([`Your request for $25.00 to ${ines.user.email} has expired`]);
});

describe('a browser with push messages', () => {
  test('a browser gets a push message for each notification since its subscription', async () => {
    const [ines, hana] = [await florin.signUpWith('100', 'Ines'), await confirmed('Hana')];
    await send(ines, hana, '4');
    const endpoint = await subscribe(hana);
    await send(ines, hana, '5', 'Lunch');
    await askForMoney(ines, hana, '7.00');
    await sendNews();
    await sendNews();
    expect(await pushesTo(endpoint)).toMatchObject([
      { title: 'Ines sent you $5.00', body: 'Their note: Lunch', path: expect.stringMatching(/^\/trans/) },
      { title: 'Ines requested $7.00', path: '/dashboard' },
    ]);
  });

  test('a browser gets no push message while push is off or after signing out', async () => {
    const [ines, hana] = [await florin.signUpWith('100', 'Ines'), await florin.signUp('Hana')];
    const endpoint = await subscribe(hana);
    await hana.client.call(endpoints.changePreferences, { body: { push: false } });
    await send(ines, hana, '5');
    await sendNews();
    expect(await pushesTo(endpoint)).toEqual([]);
    await hana.client.call(endpoints.logout);
    expect((await owner('select from push_subscriptions where endpoint = $1', [endpoint])).rows).toEqual([]);
  });
});
