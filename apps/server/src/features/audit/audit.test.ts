import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { transact } from '../../platform/database/transact.ts';
import { recordAct } from './index.ts';

let florin: TestApp;
let olu: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [olu, ines] = [await florin.signUp('Olu Adeyemi'), await florin.signUp('Ines Almeida')];
  await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [olu.user.id]);
});
afterAll(() => florin.close());

const operator = () => ({ id: olu.user.id, email: olu.user.email });
const record = (did: string, on = '') => recordAct(florin.database.pool, { operator: 'system', did, on });
const acts = (cursor?: string) =>
  olu.client.call(endpoints.listOperatorActs, { query: cursor === undefined ? {} : { cursor } });

async function brokenActIds(): Promise<number[]> {
  const { rows } = await florin.database.pool.query<{ id: bigint }>('select id from broken_acts()');
  return rows.map(({ id }) => Number(id));
}

describe('the audit trail', () => {
  test('the audit trail records who did what to which member, and from which address', async () => {
    const did = 'Opened document';
    await recordAct(florin.database.pool, {
      operator: operator(),
      did,
      member: ines.user.id,
      on: 'photo page',
      ip: '10.2.0.14',
    });
    await recordAct(florin.database.pool, {
      operator: 'command line',
      did: 'Granted the operator role',
      member: olu.user.id,
      on: '',
    });
    expect(await acts()).toMatchObject([
      { who: 'command line', did: 'Granted the operator role', on: 'Olu Adeyemi', ip: null },
      {
        who: olu.user.email,
        did,
        on: 'Ines Almeida, photo page',
        ip: '10.2.0.14',
        hash: expect.stringMatching(/^[\da-f]{64}$/),
      },
    ]);
  });

  test('the audit trail stores no names, and shows a closed account as such', async () => {
    const { rows } = await florin.database.ownerPool.query<{ all: string }>(
      'select jsonb_agg(to_jsonb(a))::text as all from operator_acts a',
    );
    for (const name of ['Ines', 'Olu', olu.user.email]) expect(rows[0]?.all).not.toContain(name);

    const gone = await florin.signUp('Hana Sato');
    const act = { did: 'Froze the account', on: '' } as const;
    await recordAct(florin.database.pool, { ...act, operator: { id: gone.user.id, email: '' }, member: gone.user.id });
    await florin.database.ownerPool.query('update users set closed_at = now() where id = $1', [gone.user.id]);
    expect((await acts())[0]).toMatchObject({ who: 'closed account', on: 'closed account' });
  });

  test('a rolled-back transaction leaves no line in the audit trail', async () => {
    const before = await acts();
    const cutOff = transact(florin.database.pool, async (tx) => {
      await recordAct(tx, { operator: 'system', did: 'Paused trading', on: '' });
      throw new Error('connection lost');
    });
    await expect(cutOff).rejects.toThrow('connection lost');
    expect(await acts()).toEqual(before);
  });

  test('parallel writers add to one unbroken audit chain', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, nth) => record('Paused trading', `coin ${nth}`)));
    expect(await brokenActIds()).toEqual([]);
  });

  test('returns the audit trail in pages, newest first', async () => {
    const first = await acts();
    expect(first).toHaveLength(50);
    const ids = first.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const rest = await acts(String((ids.at(-1) ?? 0) - 1));
    expect(rest.at(-1)).toMatchObject({ id: '1', on: 'Ines Almeida, photo page' });
    await expect(acts('nonsense')).rejects.toMatchObject(refusedWith('invalid_request'));
    const answer = await florin.app.http.inject({
      url: '/api/operations/audit',
      headers: { authorization: `Bearer ${olu.token}` },
    });
    expect(answer.headers.link).toContain(`cursor=${(ids.at(-1) ?? 0) - 1}`);
  });

  test('a member cannot read the audit trail', async () => {
    await expect(ines.client.call(endpoints.listOperatorActs, { query: {} })).rejects.toMatchObject(
      refusedWith('not_found'),
    );
  });

  test('the application’s database login cannot change the audit trail', async () => {
    for (const statement of [
      `insert into operator_acts select 10000, now(), 'system', null, 'x', null, '', null, ''`,
      `update operator_acts set did = 'Nothing'`,
      'delete from operator_acts',
      'truncate operator_acts',
      'drop table operator_acts',
    ])
      await expect(florin.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a tampered audit line', () => {
  const asOwner = (sql: string) => florin.database.ownerPool.query(sql);

  test.each([
    ['a changed act', `update operator_acts set did = 'Nothing' where id = 5`, 5],
    ['a changed address', `update operator_acts set ip = '10.0.0.1' where id = 2`, 2],
    ['a changed time', `update operator_acts set at = at - interval '1 second' where id = 7`, 7],
    [
      'a changed act with a recomputed hash',
      `update operator_acts a set did = 'Nothing', hash = act_hash(
       (select hash from operator_acts where id = 8), row(a.id, a.at, a.actor, a.operator_id, 'Nothing', a.member_id,
        a.details, a.ip, null)::operator_acts) where id = 9`,
      10,
    ],
    ['a deleted line', 'delete from operator_acts where id = 12', 13],
    [
      'a deleted line with renumbered successors',
      `delete from operator_acts where id = 12;
       update operator_acts set id = id - 1 where id > 12`,
      12,
    ],
  ])('the audit check finds %s', async (_, tampering, at) => {
    await asOwner('create table kept as select * from operator_acts');
    await asOwner(tampering);
    expect((await brokenActIds())[0]).toBe(at);
    await asOwner('truncate operator_acts; insert into operator_acts select * from kept; drop table kept');
    expect(await brokenActIds()).toEqual([]);
  });
});
