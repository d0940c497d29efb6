import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { pollMembers, type Poll } from './poll-news.ts';

let florin: TestApp;
beforeAll(async () => {
  // With several ledgers: news-of-ledgers.test.ts.
  florin = await createTestApp({}, {}, { ledgers: 1 });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const owner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);

const poll = (entriesReadAgain = 1_000) =>
  pollMembers(florin.app.dependencies, { membersAtOnce: 200, entriesReadAgain });

async function confirmed(name: string): Promise<TestMember> {
  const member = await florin.signUp(name);
  await owner('update users set email_confirmed_at = now() where id = $1', [member.user.id]);
  return member;
}

async function pay(from: TestMember, to: readonly TestMember[]) {
  for (const { user } of to)
    await from.client.call(endpoints.sendMoney, {
      body: { recipient_email: user.email, amount: '1', currency: 'USD', note: '' },
    });
}

/**
 * Polls until all entries are processed, although other databases of the engine may have open transactions. First makes
 * the changes of sign-ups older than the overlap.
 */
async function upToDate() {
  await owner(`update member_changes set changed_at = changed_at - interval '1 hour'`);
  await pollUntil('entry_id');
}

/** Polls until the column reaches the last entry. A poll records its end after the previous end has become final. */
async function pollUntil(column: 'entry_id' | 'next_entry_id') {
  const hasReached = async () => {
    await (await poll()).done(new Set());
    const { rows } = await owner(`select ${column} = (select max(id) from books.entries) as there from news_polls`);
    return (rows[0] as { there: boolean }).there;
  };
  await expect.poll(hasReached).toBe(true);
}

test('a large poll ends at its last final entry, and the next poll continues from there', async () => {
  const ines = await florin.signUpWith('100', 'Ines');
  const names = ['Hana', 'Jonas', 'Olu', 'Lea', 'Nils', 'Ada'];
  const members = await Promise.all(names.map((name) => confirmed(name)));
  const nameOf = new Map(members.map(({ user }) => [user.id, user.name]));
  const seenBy = ({ members: seen }: Poll) => seen.flatMap(({ id }) => nameOf.get(id) ?? []).toSorted();
  await upToDate();
  await pay(ines, members.slice(0, 4));
  await pollUntil('next_entry_id');
  await pay(ines, members.slice(4));

  expect(seenBy(await poll()), 'a small poll reads all entries again').toEqual(names.toSorted());
  await expect.poll(async () => seenBy(await poll(2))).toEqual(['Hana', 'Jonas', 'Lea', 'Olu']);
  await (await poll(2)).done(new Set());
  expect(seenBy(await poll(2)), 'a small rest is read to the end').toEqual(['Ada', 'Nils']);
});

test('the notification poll ignores changes of contacts', async () => {
  const hana = await confirmed('Hana');
  await upToDate();
  const change = (topic: string) =>
    owner(`insert into member_changes (user_id, topic) values ($1, $2)`, [hana.user.id, topic]);
  await change('contacts');
  expect((await poll()).members).toEqual([]);
  await change('requests');
  expect((await poll()).members).toMatchObject([{ id: hana.user.id }]);
});
