import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, decline, mailsTo, pay } from '../../../../test/ask-for-money.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import type { JournalEntry } from '../../../ledger/index.ts';
import { postBatch } from '../../../ledger/post-batch.ts';
import type { Statements } from '../../../platform/database/pipeline.ts';
import type { Bounds } from './look-for-news.ts';
import { tellNews } from './tell-news.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});
beforeEach(() => tell());

const owner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);

function tell(bounds: Partial<Bounds> = {}) {
  return tellNews({ ...florin.app.dependencies, publicUrl: 'https://florin.example', ...bounds });
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

/** Writes the member's last send a second time, from wallet to wallet: nobody else waits for the house's accounts. */
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

/** A browser of the member's that asked for push messages. */
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

describe('money that came in', () => {
  test('is told by one mail, whoever looks how often', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5', 'Lunch');
    await tell();
    await Promise.all([tell(), tell()]);
    const [mail, ...others] = await newsTo(hana);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Ines sent you $5.00',
      body: expect.stringContaining('Their note: Lunch'),
      link: expect.stringMatching(/^https:\/\/florin\.example\/transactions\?id=\d+-\d+$/),
    });
    expect(await newsTo(ines), 'who sent it knows').toEqual([]);
  });

  test('of two payments is told twice', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    await tell();
    await send(ines, hana, '6');
    await tell();
    expect((await subjectsTo(hana)).toSorted()).toEqual(['Ines sent you $5.00', 'Ines sent you $6.00']);
  });

  test('is not mailed to an address that may be somebody else’s', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await florin.signUp('Hana')];
    await send(ines, hana, '5');
    await owner('update users set email_confirmed_at = null where id = $1', [hana.user.id]);
    await tell();
    expect(await newsTo(hana)).toEqual([]);
  });

  test('while nobody looked is told once somebody does', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    await owner(`update news_polls set changed_since = changed_since - interval '1 hour'`);
    await tell();
    expect(await subjectsTo(hana)).toEqual(['Ines sent you $5.00']);
  });

  test.each([1_000, 0])(
    'is told where later ones could be seen before it, %i being read again',
    async (entriesReadAgain) => {
      const [ines, hana, jonas] = [await confirmed('Ines', '100'), await confirmed('Hana'), await confirmed('Jonas')];
      await send(ines, hana, '5');
      await tell();
      const writer = await florin.database.pool.connect();
      try {
        await writer.query('begin');
        await sendOnceMore(writer, ines, hana);
        await send(await confirmed('Lea', '100'), jonas, '6');
        for (let look = 0; look < 4; look++) await tell({ entriesReadAgain });
        expect(await subjectsTo(jonas)).toEqual(['Lea sent you $6.00']);
        expect(await subjectsTo(hana), 'as nobody can see it yet').toEqual(['Ines sent you $5.00']);
        await writer.query('commit');
      } finally {
        writer.release(true); // with whatever a failure has left open
      }
      await tell({ entriesReadAgain });
      expect(await subjectsTo(hana)).toEqual(['Ines sent you $5.00', 'Ines sent you $5.00']);
    },
  );

  test('is told to all the others where one member’s news cannot be read', async () => {
    const [ines, hana, jonas] = [await confirmed('Ines', '100'), await confirmed('Hana'), await confirmed('Jonas')];
    await send(ines, hana, '5');
    await send(ines, jonas, '6');
    const called = (from: string, to: string) =>
      owner(
        `update ledger.journal_entries e set kind = $3 where kind = $2 and id in
           (select p.entry_id from books.postings p join books.accounts a on a.id = p.account_id where a.owner = $1)`,
        [hana.user.id, from, to],
      );
    const { rows } = await owner('select kind from books.entries order by id desc limit 1');
    const kind = String(rows[0].kind);
    await called(kind, 'nonsense');
    await expect(tell()).rejects.toThrow('failed');
    expect(await subjectsTo(jonas)).toEqual(['Ines sent you $6.00']);
    await called('nonsense', kind);
    await tell();
    expect(await subjectsTo(hana)).toEqual(['Ines sent you $5.00']);
  });

  test('more than a day ago is no news', async () => {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    await owner(
      `update ledger.journal_entries set recorded_at = recorded_at - interval '25 hours'
       where id in (select p.entry_id from books.postings p join books.accounts a on a.id = p.account_id
                    where a.owner = $1)`,
      [hana.user.id],
    );
    await tell();
    expect(await newsTo(hana)).toEqual([]);
  });
});

describe('how far has been looked', () => {
  const looked = async () =>
    (
      await owner(`select l.entry_id = (select max(id) from books.entries) as up_to_date, l.entry_id
                   from news_polls l`)
    ).rows[0] as { up_to_date: boolean; entry_id: bigint };

  async function paid() {
    const [ines, hana] = [await confirmed('Ines', '100'), await confirmed('Hana')];
    await send(ines, hana, '5');
    return hana;
  }

  /** Beside other databases of the same engine, whose transactions may be open for a moment, too. */
  const catchesUp = () =>
    expect
      .poll(async () => {
        await tell();
        return (await looked()).up_to_date;
      })
      .toBe(true);

  test('comes after the journal, and stays there', async () => {
    await paid();
    await catchesUp();
    await tell();
    expect((await looked()).up_to_date).toBe(true);
  });

  test('does not pass what a transaction may still write that had begun, and tells what is there', async () => {
    await paid();
    await catchesUp();
    await tell();
    const before = (await looked()).entry_id;
    const late = await florin.database.ownerPool.connect();
    try {
      await late.query('begin');
      await late.query('select pg_current_xact_id()');
      const hana = await paid();
      for (const _ of [1, 2, 3]) await tell();
      expect(await subjectsTo(hana), 'told all the same').toEqual(['Ines sent you $5.00']);
      expect((await looked()).entry_id).toBe(before);
      await late.query('commit');
    } finally {
      late.release();
    }
    await catchesUp();
  });

  test('goes on in a database that was restored from another, whose transactions had higher numbers', async () => {
    await owner(`update news_polls set next_xid = '4611686018427387904', next_entry_id = entry_id`);
    const before = (await looked()).entry_id;
    await paid();
    for (const _ of [1, 2, 3]) await tell();
    expect((await looked()).entry_id).toBe(before);
    await owner(`update news_polls set polled_at = polled_at - interval '6 minutes'`);
    await catchesUp();
  });
});

describe('a request', () => {
  test('that was paid is told once, and not as money received again', async () => {
    const [hana, ines] = [await confirmed('Hana'), await confirmed('Ines', '100')];
    const asked = await askForMoney(hana, ines, '24.00');
    await pay(ines, asked);
    await tell();
    expect(await subjectsTo(hana)).toEqual(['Ines paid your request for $24.00']);
    expect(await subjectsTo(ines), 'which was mailed when it was made').toEqual(['Hana asks you for $24.00']);
  });

  test('that was declined, and one that ran out, are told', async () => {
    const [hana, ines] = [await confirmed('Hana'), await confirmed('Ines')];
    await decline(ines, await askForMoney(hana, ines, '24.00'));
    const asked = await askForMoney(hana, ines, '25.00');
    await tell();
    expect(await subjectsTo(hana)).toEqual([`${ines.user.email} declined your request for $24.00`]);
    await owner('update payment_requests set expires_at = now() where id = $1', [asked.id]);
    await tell();
    await tell();
    expect((await subjectsTo(hana)).toSorted()).toEqual(
      [
        `Your request for $25.00 to ${ines.user.email} has expired`,
        `${ines.user.email} declined your request for $24.00`,
      ].toSorted(),
    );
  });
});

test('requests that ran out, of more members than are told at once, are all told', async () => {
  const ines = await confirmed('Ines');
  const members = await Promise.all(['Hana', 'Jonas', 'Olu'].map((name) => confirmed(name)));
  const asked = await Promise.all(members.map((member) => askForMoney(member, ines, '25.00')));
  await tell();
  await owner('update payment_requests set expires_at = now() where id = any ($1)', [asked.map(({ id }) => id)]);
  for (let run = 0; run < 4; run++) await tell({ membersAtOnce: 1 });
  for (const member of members)
    expect(await subjectsTo(member)).toEqual([`Your request for $25.00 to ${ines.user.email} has expired`]);
});

describe('a browser that asked for push messages', () => {
  test('gets one for each thing that the bell shows from then on', async () => {
    const [ines, hana] = [await florin.signUpWith('100', 'Ines'), await confirmed('Hana')];
    await send(ines, hana, '4');
    const endpoint = await subscribe(hana);
    await send(ines, hana, '5', 'Lunch');
    await askForMoney(ines, hana, '7.00');
    await tell();
    await tell();
    expect(await pushesTo(endpoint)).toMatchObject([
      { title: 'Ines sent you $5.00', body: 'Their note: Lunch', path: expect.stringMatching(/^\/trans/) },
      { title: 'Ines asks for $7.00', path: '/dashboard' },
    ]);
  });

  test('gets none while push is off, and none once it is signed out', async () => {
    const [ines, hana] = [await florin.signUpWith('100', 'Ines'), await florin.signUp('Hana')];
    const endpoint = await subscribe(hana);
    await hana.client.call(endpoints.changePreferences, { body: { push: false } });
    await send(ines, hana, '5');
    await tell();
    expect(await pushesTo(endpoint)).toEqual([]);
    await hana.client.call(endpoints.logout);
    expect((await owner('select from push_subscriptions where endpoint = $1', [endpoint])).rows).toEqual([]);
  });
});
