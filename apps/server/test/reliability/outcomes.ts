import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, type Transaction } from '@florin/contract';
import { expect } from 'vitest';
import type { Pool } from '../../src/platform/database/pool.ts';
import { entryKindOf, type Command } from './commands.ts';

/** Runs a command for its member, at the currently running server. */
export type Ask = (command: Command) => Promise<Transaction>;

/**
 * Returns the answer, or undefined without an answer or after a 503: the command may have happened. Throws any other
 * error.
 */
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

/** Enough for a database restart and for a fifth of all statements failing. */
const maxAttempts = 600;

/** Repeats the command with its key until it is answered. */
async function untilAnswered(ask: Ask, command: Command): Promise<Transaction> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(command);
    } catch (error) {
      if (!mayBeAskedAgain(error)) throw error;
      if (attempt === maxAttempts)
        throw new Error(`the ${command.kind} was not answered after ${attempt} attempts`, { cause: error });
    }
    await sleep(Math.min(5 * attempt, 100));
  }
}

/** Repeats the command until it is answered, then once more, and expects equal answers. */
export async function resolveOnce(ask: Ask, command: Command): Promise<Transaction> {
  const first = await untilAnswered(ask, command);
  const second = await untilAnswered(ask, command);
  // A withdrawal proceeds by itself, so its status may differ.
  if (command.kind === 'withdraw') expect(second.id).toBe(first.id);
  else expect(second, `the repeated ${command.kind}`).toEqual(first);
  return first;
}

/** Waits until this many more commands are done, so that a kill always meets work, even on a slow machine. */
export async function untilGrown(done: readonly unknown[], by: number) {
  const wanted = done.length + by;
  for (let attempt = 0; attempt < 12_000; attempt++) {
    if (done.length >= wanted) return;
    await sleep(10);
  }
  throw new Error('too few commands were done within two minutes');
}

/** Expects one entry for each command's key, and no further entries of these kinds. */
export async function expectOnceEach(
  ownerPool: Pool,
  commands: readonly Command[],
  before: ReadonlyMap<string, number>,
) {
  const keys = commands.map(({ entryKey }) => entryKey);
  expect(new Set(keys).size).toBe(keys.length);
  const { rowCount } = await ownerPool.query('select from books.entries where key = any ($1)', [keys]);
  expect(rowCount, 'each command has an entry').toBe(commands.length);
  const asked = new Map(before);
  for (const kind of Object.values(entryKindOf)) asked.set(kind, asked.get(kind) ?? 0);
  for (const { kind } of commands) asked.set(entryKindOf[kind], (asked.get(entryKindOf[kind]) ?? 0) + 1);
  expect(await entriesByKind(ownerPool), 'no other entries').toEqual(asked);
}

/** Counts the entries of each kind that commands post. An entry in two ledgers counts once. */
export async function entriesByKind(ownerPool: Pool): Promise<Map<string, number>> {
  const { rows } = await ownerPool.query<{ kind: string; count: number }>(
    `select kind,
            (select count(*)::int from books.entries e
             where e.kind = k.kind and e.metadata ->> 'first_half' is null) as count
     from unnest($1::text[]) k (kind)`,
    [Object.values(entryKindOf)],
  );
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}
