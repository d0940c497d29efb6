import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { lookForNews, type Look } from './look-for-news.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const owner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);

const look = (entriesReadAgain = 1_000) => lookForNews(florin.database.pool, { membersAtOnce: 200, entriesReadAgain });

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
 * All that is there has been looked at, beside other databases of the engine, whose transactions may be open, and what a
 * sign-up changed is longer ago than a look goes back.
 */
async function upToDate() {
  await owner(`update member_changes set changed_at = changed_at - interval '1 hour'`);
  await lookUntil('entry_id');
}

/** Looks until this stands at the last entry. A look notes how far it saw once what the one before it noted is final. */
async function lookUntil(column: 'entry_id' | 'next_entry_id') {
  const isThere = async () => {
    await (await look()).done();
    const { rows } = await owner(`select ${column} = (select max(id) from books.entries) as there from news_polls`);
    return (rows[0] as { there: boolean }).there;
  };
  await expect.poll(isThere).toBe(true);
}

test('where much is new, a look ends at what is final, and the next goes on from there', async () => {
  const ines = await florin.signUpWith('100', 'Ines');
  const names = ['Hana', 'Jonas', 'Olu', 'Lea', 'Nils', 'Ada'];
  const members = await Promise.all(names.map((name) => confirmed(name)));
  const nameOf = new Map(members.map(({ user }) => [user.id, user.name]));
  const seenBy = ({ members: seen }: Look) => seen.flatMap(({ id }) => nameOf.get(id) ?? []).toSorted();
  await upToDate();
  await pay(ines, members.slice(0, 4));
  await lookUntil('next_entry_id');
  await pay(ines, members.slice(4));

  expect(seenBy(await look()), 'so much may be read again').toEqual(names.toSorted());
  await expect.poll(async () => seenBy(await look(2))).toEqual(['Hana', 'Jonas', 'Lea', 'Olu']);
  await (await look(2)).done();
  expect(seenBy(await look(2)), 'which is not much, and read to the end').toEqual(['Ada', 'Nils']);
});

test('what changed of a contact has nobody looked at', async () => {
  const hana = await confirmed('Hana');
  await upToDate();
  const change = (topic: string) =>
    owner(`insert into member_changes (user_id, topic) values ($1, $2)`, [hana.user.id, topic]);
  await change('contacts');
  expect((await look()).members).toEqual([]);
  await change('requests');
  expect((await look()).members).toMatchObject([{ id: hana.user.id }]);
});
