import { expect } from 'vitest';
import type { Pool } from '../../src/platform/database/pool.ts';
import type { Answer } from './driver.ts';
import { drawKind, type ModelEntry } from './entry.ts';
import type { AccountName } from './model.ts';
import type { World } from './world.ts';

/**
 * Posts the batch to the model and compares every answer, including the number and balance of each posting. The
 * server's own code does not report the other entry of a conflict, or the unknown account.
 */
export async function expectSameAnswers(
  pool: Pool,
  world: World,
  batch: readonly ModelEntry[],
  answers: readonly Answer[],
  { asServer = false } = {},
) {
  expect(answers.length).toBe(batch.length);
  for (const [i, entry] of batch.entries()) {
    const answer = answers[i];
    const { outcome, id, account, lines } = world.model.post(entry, answer?.id ?? 0n);
    expect(answer, `entry ${i + 1} of ${batch.length}: ${show(entry)}`).toEqual({
      outcome,
      id: asServer && outcome === 'conflict' ? undefined : id,
      account: asServer && outcome === 'unknown_account' ? undefined : await accountId(pool, account),
      lines,
      recordedAt: outcome === 'posted' ? expect.any(Date) : undefined,
    });
  }
  await expectRecorded(pool, answers);
}

/** Expects each entry's recorded time to be the time in its answer, by the database's clock. */
async function expectRecorded(pool: Pool, answers: readonly Answer[]) {
  const posted = answers.filter(({ outcome }) => outcome === 'posted');
  const { rows } = await pool.query<{ id: bigint; recorded_at: Date; effective_at: Date | null }>(
    'select id, recorded_at, effective_at from books.entries where id = any ($1) order by id',
    [posted.map(({ id }) => id)],
  );
  expect(rows).toEqual(posted.map(({ id, recordedAt }) => ({ id, recorded_at: recordedAt, effective_at: null })));
}

type Row = {
  id: bigint;
  name: string;
  floor: bigint | null;
  posted: bigint;
  held: bigint;
  seq: bigint;
};

/** Expects every account of the world to have the model's balance. */
export async function expectSameBalances(pool: Pool, { model, owners }: World) {
  const { rows } = await pool.query<Row>(
    `select id, owner || ' ' || slot as name, floor, posted, held, seq from books.accounts
     where id = any ($1) or owner = any ($2) and kind = $3`,
    [[...model.accounts.keys()], owners, drawKind],
  );
  for (const { id, name, floor, posted, held, seq } of rows) {
    const expected = model.accounts.get(id) ?? model.allowances.get(name) ?? neverUsed;
    // An allowance that was opened only by rejected draws has the limit of one of these draws.
    const knownFloor = seq > 0n ? (expected.floor ?? null) : floor;
    expect({ posted, held, seq, floor }, `account ${id} ${name}`).toEqual({
      posted: expected.posted,
      held: expected.held,
      seq: expected.seq,
      floor: knownFloor,
    });
  }
  expect(rows.filter(({ id }) => model.accounts.has(id)).length).toBe(model.accounts.size);
}

const neverUsed = { posted: 0n, held: 0n, seq: 0n, floor: undefined };

export async function expectCleanSweep(pool: Pool) {
  expect((await pool.query('select * from ledger.sweep()')).rows, 'the books balance').toEqual([]);
}

async function accountId(pool: Pool, name: AccountName | undefined): Promise<bigint | undefined> {
  if (typeof name !== 'string') return name;
  const { rows } = await pool.query<{ id: bigint }>(
    `select id from books.accounts where owner || ' ' || slot = $1 and owner = $2 and kind = $3`,
    [name, name.slice(0, name.indexOf(' ')), drawKind],
  );
  return rows[0]?.id;
}

const show = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));
