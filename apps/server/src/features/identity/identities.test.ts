import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { identityChanges, oldChanges, openIdentities } from './identities.ts';
import { tokenDigest } from './secret-token.ts';
import { authenticator } from './sessions/authenticate.ts';
import { findSessions } from './sessions/find-sessions.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const owner = (sql: string, values: unknown[] = []) => florin.database.ownerPool.query(sql, values);

/** Returns a second node on the same database, and the names of the statements that it ran. */
function secondNode() {
  const statements: string[] = [];
  const { pool } = florin.database;
  const query = (config: { name?: string }, values?: unknown[]) => {
    if (config.name !== undefined) statements.push(config.name);
    return pool.query(config as never, values);
  };
  const watched = new Proxy(pool, {
    get: (target, name): unknown => (name === 'query' ? query : Reflect.get(target, name)),
  });
  const identities = openIdentities(watched);
  return { statements, identities, authenticate: authenticator(identities) };
}

/** Returns a function that lists the members changed since the last call. */
async function watch() {
  const check = identityChanges(florin.database.pool);
  await check();
  return async () => {
    const { owners } = await check();
    return owners === 'everybody' ? owners : [...owners];
  };
}

async function changedBy(work: () => Promise<unknown>) {
  const changed = await watch();
  await work();
  return changed();
}

describe('a cached session', () => {
  test('a node does not reload an unchanged cached session', async () => {
    const [{ token, user }, node] = [await florin.signUp(), secondNode()];
    await node.authenticate(token);
    await node.authenticate(token);
    node.statements.length = 0;
    expect(await node.authenticate(token)).toMatchObject({ id: user.id, email: user.email, name: user.name });
    expect(node.statements).toEqual(['identity-changes']);
  });

  // Rules: security-12
  test('a cached session ends when any node ends it', async () => {
    const [ines, node] = [await florin.signUp(), secondNode()];
    for (let i = 0; i < 3; i++) await node.authenticate(ines.token);
    await ines.client.call(endpoints.logout);
    await expect(node.authenticate(ines.token)).rejects.toMatchObject({ code: 'not_signed_in' });
  });

  test.each([
    [5, 'the session was just seen', 'last_seen_at = now()'],
    [1, 'the session was seen 4 minutes ago', `last_seen_at = now() - interval '4 minutes'`],
    [1, 'the second factor was confirmed 9 minutes ago', `factor_at = now() - interval '9 minutes'`],
    [5, 'the second factor was confirmed 11 minutes ago', `factor_at = now() - interval '11 minutes'`],
    [2, 'the session ends', `expires_at = now() + interval '2 minutes'`],
    [3, 'the session will be extended', `remembered = true, expires_at = now() + interval '29 days 3 minutes'`],
  ])(
    'a cached session expires after %d minutes, because then its state changes by itself: %s',
    async (minutes, _why, state) => {
      const { token, user } = await florin.signUp();
      await owner(`update sessions set ${state} where user_id = $1`, [user.id]);
      const [found] = await findSessions(florin.database.pool, [tokenDigest(token)]);
      const { rows } = await owner('select now() as now');
      expect(((found?.until.getTime() ?? 0) - rows[0].now.getTime()) / 60_000).toBeCloseTo(minutes, 0);
    },
  );

  test('a node drops its cached sessions after the database was replaced', async () => {
    const [{ token, user }, node] = [await florin.signUp(), secondNode()];
    for (let i = 0; i < 3; i++) await node.authenticate(token);
    // Simulates a failover that lost the newest commits. The same change number now means another change, and no change
    // is reported.
    await owner(
      `begin; set local session_replication_role = replica; delete from sessions where user_id = '${user.id}'; commit`,
    );
    await node.authenticate(token);
    await owner(
      'update identity_changes set mark = gen_random_uuid() where id = (select max(id) from identity_changes)',
    );
    await expect(node.authenticate(token)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});

describe('a cached recipient', () => {
  test('a cached recipient follows changes of the name and the address, and ends with the account', async () => {
    const [{ user }, node] = [await florin.signUp('Hana'), secondNode()];
    const find = () => node.identities.memberByEmail(user.email);
    expect(await find()).toEqual({ id: user.id, email: user.email, name: 'Hana', moved: false });
    await owner(`update users set name = 'Hana Mori' where id = $1`, [user.id]);
    expect(await find()).toMatchObject({ name: 'Hana Mori' });
    await owner('update users set disabled_at = now() where id = $1', [user.id]);
    expect(await find()).toBeUndefined();
    await owner('update users set disabled_at = null, email = $2 where id = $1', [user.id, `moved-${user.email}`]);
    expect(await find()).toBeUndefined();
    expect(await node.identities.memberByEmail(`moved-${user.email}`)).toMatchObject({ id: user.id });
  });

  test('a cached recipient follows an address that moves to another member', async () => {
    const [first, second, node] = [await florin.signUp(), await florin.signUp(), secondNode()];
    for (let i = 0; i < 3; i++) await node.identities.memberByEmail(first.user.email);
    await owner('update users set email = $2 where id = $1', [first.user.id, `left-${first.user.email}`]);
    await owner('update users set email = $2 where id = $1', [second.user.id, first.user.email]);
    expect(await node.identities.memberByEmail(first.user.email)).toMatchObject({ id: second.user.id });
  });
});

describe('a cached person in a history', () => {
  test('a cached person is not reloaded within a second of a check, and follows each change', async () => {
    const [hana, asker, node] = [await florin.signUp('Hana'), await florin.signUp(), secondNode()];
    const name = async () => {
      await node.authenticate(asker.token);
      return (await node.identities.personById(hana.user.id))?.name;
    };
    for (let i = 0; i < 3; i++) expect(await name()).toBe('Hana');
    node.statements.length = 0;
    expect(await name()).toBe('Hana');
    expect(node.statements).toEqual(['identity-changes']);
    await owner(`update users set name = 'Hana Mori' where id = $1`, [hana.user.id]);
    expect(await name()).toBe('Hana Mori');
    await owner('update users set disabled_at = now() where id = $1', [hana.user.id]);
    expect(await name()).toBe('Hana Mori');
  });

  test('an invitee is never cached, because changes of invitees are not tracked', async () => {
    const [id, node] = [randomUUID(), secondNode()];
    await owner('insert into invitees (id, email) values ($1, $2)', [id, `${id}@florin.example`]);
    const email = async () => (await node.identities.personById(id))?.email;
    for (let i = 0; i < 3; i++) expect(await email()).toBe(`${id}@florin.example`);
    await owner('update invitees set email = $2 where id = $1', [id, `moved-${id}@florin.example`]);
    expect(await email()).toBe(`moved-${id}@florin.example`);
  });
});

describe('a recorded identity change', () => {
  let ines: TestMember;
  beforeAll(async () => {
    ines = await florin.signUp();
  });

  const columnsOf = async (table: string) => {
    const { rows } = await owner(
      `select column_name as name, data_type as type from information_schema.columns where table_name = $1`,
      [table],
    );
    return rows as { name: string; type: string }[];
  };
  const otherValues: Record<string, string> = {
    boolean: 'not COLUMN',
    'timestamp with time zone': `coalesce(COLUMN, now()) - interval '1 hour'`,
    bytea: 'sha256(COLUMN)',
    inet: `'203.0.113.9'`,
    text: `coalesce(COLUMN, '') || 'x'`,
    uuid: 'gen_random_uuid()',
  };

  // Rules: security-12
  test('every change of a session column except last_seen_at is recorded', async () => {
    for (const { name, type } of await columnsOf('sessions')) {
      if (name === 'user_id') continue;
      const value = (otherValues[type] ?? `no value for a ${type}`).replaceAll('COLUMN', name);
      const reported = await changedBy(() =>
        owner(`update sessions set ${name} = ${value} where user_id = $1`, [ines.user.id]),
      );
      expect({ name, reported }).toEqual({ name, reported: name === 'last_seen_at' ? [] : [ines.user.id] });
    }
  });

  test('extending a session or deleting an expired session is not recorded', async () => {
    const { user } = await florin.signUp();
    expect(
      await changedBy(() =>
        owner(`update sessions set expires_at = expires_at + interval '1 hour' where user_id = $1`, [user.id]),
      ),
    ).toEqual([]);
    await owner('update sessions set expires_at = now() where user_id = $1', [user.id]);
    expect(await changedBy(() => owner('delete from sessions where user_id = $1', [user.id]))).toEqual([]);
  });

  test('every change and the deletion of a member is recorded, and an update without a change is not recorded', async () => {
    const { user } = await florin.signUp();
    const update = (what: string) => changedBy(() => owner(`update users set ${what} where id = $1`, [user.id]));
    for (const what of [`plan = 'pro'`, 'kyc_level = 2', `role = 'operator'`, 'two_factor_at = now()', `phone = '1'`])
      expect(await update(what)).toEqual([user.id]);
    expect(await update('name = name')).toEqual([]);
    const id = randomUUID();
    await owner(`insert into users (id, email, name, password_hash) values ($1::uuid, $1::text, 'Nobody', '')`, [id]);
    expect(await changedBy(() => owner('delete from users where id = $1', [id]))).toEqual([id]);
  });

  test('a change is visible after its commit, and never after a rollback', async () => {
    const { user } = await florin.signUp();
    const changed = await watch();
    const tx = await florin.database.ownerPool.connect();
    try {
      await tx.query('begin');
      await tx.query(`update users set name = 'Nobody yet' where id = $1`, [user.id]);
      expect(await changed()).toEqual([]);
      await tx.query('rollback');
      expect(await changed()).toEqual([]);
      await tx.query('begin');
      await tx.query(`update users set name = 'Somebody' where id = $1`, [user.id]);
      await tx.query('commit');
      expect(await changed()).toEqual([user.id]);
    } finally {
      tx.release();
    }
  });

  // Rules: security-12
  test('a change has a higher number than every change that is visible before it', async () => {
    const [early, late] = [await florin.signUp(), await florin.signUp()];
    const changed = await watch();
    const tx = await florin.database.ownerPool.connect();
    try {
      await tx.query('begin');
      await tx.query(`update users set name = 'Early' where id = $1`, [early.user.id]);
      await tx.query('set constraints all immediate');
      let isDone = false;
      const second = owner(`update users set name = 'Late' where id = $1`, [late.user.id]).then(() => (isDone = true));
      await sleep(200);
      expect(isDone).toBe(false);
      expect(await changed()).toEqual([]);
      await tx.query('commit');
      await second;
      expect(await changed()).toEqual([early.user.id, late.user.id]);
    } finally {
      tx.release();
    }
  });

  test('old changes are deleted after an hour, and a node that missed the changes reloads everyone', async () => {
    const pool = florin.database.pool;
    const check = identityChanges(pool);
    await owner(`insert into identity_changes (member_id, changed_at) values ($1, now() - interval '61 minutes')`, [
      randomUUID(),
    ]);
    await check();
    await owner(`insert into identity_changes (member_id) values ($1)`, [randomUUID()]);
    await pool.query(oldChanges);
    const { rows } = await owner('select count(*)::int as left from identity_changes');
    expect(rows).toEqual([{ left: 2 }]);
    expect((await check()).owners).not.toBe('everybody');
    await owner(`update identity_changes set changed_at = now() - interval '2 hours'`);
    await pool.query(oldChanges);
    expect((await owner('select 1 from identity_changes')).rows).toHaveLength(1);
    const late = identityChanges(pool);
    await late();
    await owner(`insert into identity_changes (member_id, changed_at) values ($1, now() - interval '2 hours')`, [
      randomUUID(),
    ]);
    await pool.query(oldChanges);
    expect((await late()).owners).toBe('everybody');
  });
});
