import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused, createClient, type Transaction } from '@florin/contract';
import { mainShard } from '../../../src/ledger/shards/ids.ts';
import { slotMap } from '../../../src/ledger/shards/slots.ts';
import type { Pool } from '../../../src/platform/database/pool.ts';
import { randomCommand, type Command } from '../commands.ts';
import type { Member } from '../members.ts';
import { answerOf, resolveOnce, type Ask } from '../outcomes.ts';
import type { Random } from '../random.ts';
import { randomFrom } from '../random.ts';
import type { witness } from '../witness.ts';
import type { Node } from './nodes.ts';

/** A send that was answered. */
export type Sent = {
  readonly entryKey: string;
  readonly payer: Member;
  readonly payee: string;
  /** The decrease of the payer's balance in cents. `credit` is the increase of the payee's balance. */
  readonly debit: bigint;
  readonly credit: bigint;
};

export type Crowd = readonly Member[];

export type Home = (member: Member) => number;

/** Returns a function that returns the number of the ledger that currently has a member's money. */
export async function readHomes(main: Pool): Promise<Home> {
  const homes = await slotMap(main).homes();
  return ({ id }) => homes(id) ?? mainShard;
}

/** Returns a function that runs a command at a random server. */
export function askingAny(nodes: readonly Node[], watched: ReturnType<typeof witness>, random: Random): Ask {
  return (command) => {
    const origin = nodes[Math.floor(random() * nodes.length)]?.origin ?? '';
    return command.run(createClient({ origin, fetch: watched.fetch, token: () => command.member.token }));
  };
}

export type Load = { isStopped: boolean; readonly done: Sent[]; interrupted: number };

type Wanted = {
  readonly ask: Ask;
  readonly crowd: Crowd;
  readonly seed: string;
  readonly senders: number;
  readonly sends: number;
  readonly minutes: number;
};

/**
 * Sends between random members, spread over the minutes, until all sends are done and the load is stopped. Repeats a send
 * with its key until it is answered, at any server.
 */
export async function sendAll(load: Load, { ask, crowd, seed, senders, sends, minutes }: Wanted): Promise<void> {
  const began = performance.now();
  let begun = 0;
  const send = async (random: Random) => {
    while (begun < sends || !load.isStopped) {
      const dueAt = began + (begun++ / sends) * minutes * 60_000;
      await sleep(Math.max(0, dueAt - performance.now()));
      await sendOnce(load, ask, randomCommand(random, crowd, ['send']));
    }
  };
  await Promise.all(Array.from({ length: senders }, (_, i) => send(randomFrom(`${seed}/${i}`))));
}

/** Runs a send to its end. If the send was interrupted, repeats it twice and expects the same answer. */
export async function sendOnce(load: Load, ask: Ask, command: Command): Promise<void> {
  const answer = await answerOf(ask, command);
  if (!answer) load.interrupted += 1;
  recordSent(load, command, answer ?? (await resolveOnce(ask, command)));
}

export const recordSent = (load: Load, { entryKey, member }: Command, answer: Transaction) =>
  load.done.push({
    entryKey,
    payer: member,
    payee: answer.to ?? '',
    debit: -cents(answer.amount_exact),
    credit: cents(answer.counter_amount_exact ?? ''),
  });

const cents = (amount: string): bigint => {
  if (!/^-?\d+\.\d\d$/.test(amount)) throw new Error(`not an amount with two decimals: ${amount}`);
  return BigInt(amount.replace('.', ''));
};

export const isUnavailable = (error: unknown) =>
  error instanceof CallRefused && error.status === 503 && error.body?.code === 'database_unavailable';
