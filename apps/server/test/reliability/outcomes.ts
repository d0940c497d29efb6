import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, type Transaction } from '@florin/contract';
import { expect } from 'vitest';
import type { Pool } from '../../src/platform/database/pool.ts';
import { entryKindOf, type Command } from './commands.ts';

/** Where a command is asked: by whoever gave it, at whatever server there is now. */
export type Ask = (command: Command) => Promise<Transaction>;

/** The answer, or nothing where there was none or a 503: it may have happened or not. A refusal is not expected. */
export async function answerOf(ask: Ask, command: Command): Promise<Transaction | undefined> {
  try {
    return await ask(command);
  } catch (error) {
    if (!mayBeAskedAgain(error)) throw error;
    return undefined;
  }
}

function mayBeAskedAgain(error: unknown): boolean {
  if (!(error instanceof CallRefused)) return true; // the connection broke
  return error.status === 503 || error.body?.code === 'still_in_flight';
}

/** More than enough for a database that comes back, and for a fifth of everything going wrong. */
const mostAttempts = 600;

/** Asked again with its key until it is answered. */
async function untilAnswered(ask: Ask, command: Command): Promise<Transaction> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const answer = await answerOf(ask, command);
    if (answer) return answer;
    await sleep(Math.min(5 * attempt, 100));
  }
  throw new Error(`a ${command.kind} is not answered`);
}

/** Asked until it is answered, and then once more: both give the same, whatever came of the attempts before. */
export async function resolveOnce(ask: Ask, command: Command): Promise<Transaction> {
  const first = await untilAnswered(ask, command);
  const second = await untilAnswered(ask, command);
  // A withdrawal goes on by itself, and is shown as it stands.
  if (command.kind === 'withdraw') expect(second.id).toBe(first.id);
  else expect(second, `a ${command.kind} asked again`).toEqual(first);
  return first;
}

/** Until so many more are done: a kill meets work, on a slow machine too. */
export async function untilGrown(done: readonly unknown[], by: number) {
  const wanted = done.length + by;
  for (let attempt = 0; attempt < 12_000; attempt++) {
    if (done.length >= wanted) return;
    await sleep(10);
  }
  throw new Error('nothing gets done');
}

/** Each command stands once under its key, and nothing that no command asked for stands beside them. */
export async function expectOnceEach(
  ownerPool: Pool,
  commands: readonly Command[],
  before: ReadonlyMap<string, number>,
) {
  const keys = commands.map(({ entryKey }) => entryKey);
  expect(new Set(keys).size).toBe(keys.length);
  const { rowCount } = await ownerPool.query('select from books.entries where key = any ($1)', [keys]);
  expect(rowCount, 'each stands').toBe(commands.length);
  const asked = new Map(before);
  for (const kind of Object.values(entryKindOf)) asked.set(kind, asked.get(kind) ?? 0);
  for (const { kind } of commands) asked.set(entryKindOf[kind], (asked.get(entryKindOf[kind]) ?? 0) + 1);
  expect(await entriesByKind(ownerPool), 'and nothing else does').toEqual(asked);
}

/** How many entries there are of each kind that a command leaves. */
export async function entriesByKind(ownerPool: Pool): Promise<Map<string, number>> {
  const { rows } = await ownerPool.query<{ kind: string; count: number }>(
    `select kind, (select count(*)::int from books.entries e where e.kind = k.kind) as count
     from unnest($1::text[]) k (kind)`,
    [Object.values(entryKindOf)],
  );
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}
