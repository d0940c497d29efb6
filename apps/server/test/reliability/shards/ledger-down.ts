import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, endpoints, type Client } from '@florin/contract';
import type { Pool } from '../../../src/platform/database/pool.ts';
import { newCommand, type Command } from '../commands.ts';
import type { Member } from '../members.ts';
import { quantile } from '../many-at-once.ts';
import { resolveOnce } from '../outcomes.ts';
import type { Random } from '../random.ts';
import type { witness } from '../witness.ts';
import type { LedgerEngine } from './ledger-engines.ts';
import type { Node } from './nodes.ts';
import { askingAny, isUnavailable, readHomes, recordSent, sendOnce, type Load } from './orders.ts';

type Place = {
  readonly engines: readonly LedgerEngine[];
  readonly nodes: readonly Node[];
  readonly crowd: readonly Member[];
  readonly watched: ReturnType<typeof witness>;
  readonly random: Random;
  readonly load: Load;
};

/** The results of the calls while a ledger was down. */
export type Downtime = {
  /** Sends of the ledger's members, refused with 503 and Retry-After. */
  refused: number;
  /** Sends to members of the ledger, which wait in transit. */
  waiting: number;
  /** Other sends. */
  others: number;
  /** The 99th percentile of the time until the sends of other members were answered. */
  p99: number;
  /** The number of failed reads of other members, by name. */
  readonly unreadable: Map<string, number>;
  /** Errors of members of other ledgers, and sends of this ledger's members without the expected 503. */
  readonly problems: string[];
};

const senders = 16;

/** Members of other ledgers make one of these reads after each send. */
const reads: readonly { readonly name: string; readonly by: (client: Client) => Promise<unknown> }[] = [
  { name: 'balances', by: (client) => client.call(endpoints.me) },
  { name: 'wallets', by: (client) => client.call(endpoints.listWallets) },
  { name: 'history', by: (client) => client.call(endpoints.listTransactions, { query: { limit: 5 } }) },
  { name: 'portfolio', by: (client) => client.call(endpoints.getPortfolio) },
  { name: 'payment requests', by: (client) => client.call(endpoints.listPaymentRequests, { query: {} }) },
  { name: 'payment methods', by: (client) => client.call(endpoints.listPaymentMethods) },
];

/**
 * Stops one ledger for this time, while members of all ledgers send to each other. Afterwards starts the ledger, and
 * repeats the sends that it refused.
 */
export async function keepDown(place: Place, down: LedgerEngine, seconds: number): Promise<Downtime> {
  const { crowd, engines, load, nodes, watched, random } = place;
  const homeOf = await readHomes(mainOf(engines));
  const isItsMember = (member: Member) => homeOf(member) === down.number;
  await meetAll(place, isItsMember);
  await down.stop();
  const seen: Downtime = { refused: 0, waiting: 0, others: 0, p99: 0, unreadable: new Map(), problems: [] };
  const [refused, ms]: [Command[], number[]] = [[], []];
  const ask = askingAny(nodes, watched, random);
  const until = performance.now() + seconds * 1_000;
  const send = async () => {
    while (performance.now() < until) {
      const [payer, payee] = twoOf(crowd, random);
      const command = newCommand(random, 'send', payer, payee);
      const began = performance.now();
      const isRefused = await ask(command).then(
        (answer) => void recordSent(load, command, answer),
        (error: unknown) => isUnavailable(error) || String(error),
      );
      ms.push(...(isItsMember(payer) ? [] : [performance.now() - began]));
      if (isRefused === true) refused.push(command);
      if ((isRefused ?? false) !== isItsMember(payer))
        seen.problems.push(
          `a send from ledger ${homeOf(payer)} to ledger ${homeOf(payee)}: ${isRefused === true ? 503 : (isRefused ?? 'answered')}`,
        );
      else if (isRefused === true) seen.refused += 1;
      else if (isItsMember(payee)) seen.waiting += 1;
      else seen.others += 1;
      if (!isItsMember(payer)) await readAs(payer);
      await sleep(50);
    }
  };
  const readAs = async ({ token }: Member) => {
    const client = createClient({ origin: nodes[0]?.origin ?? '', fetch: watched.fetch, token: () => token });
    const read = { ...reads[Math.floor(random() * reads.length)] };
    await read.by?.(client).catch((error: unknown) => {
      if (isUnavailable(error)) seen.unreadable.set(read.name ?? '', (seen.unreadable.get(read.name ?? '') ?? 0) + 1);
      else seen.problems.push(`${read.name}: ${String(error)}`);
    });
  };
  await Promise.all(Array.from({ length: senders }, send));
  await down.start();
  for (const command of refused) recordSent(load, command, await resolveOnce(ask, command));
  return { ...seen, p99: quantile(ms, 0.99) };
}

function mainOf([main]: readonly LedgerEngine[]): Pool {
  if (!main) throw new Error('there is no main ledger');
  return main.ownerPool;
}

/** Makes every server know the accounts of all members, like a server that has run for a while. */
async function meetAll({ crowd, nodes, watched, random, load }: Place, isItsMember: (member: Member) => boolean) {
  const [own, others] = [crowd.filter(isItsMember), crowd.filter((member) => !isItsMember(member))];
  for (const node of nodes) {
    const ask = askingAny([node], watched, random);
    for (const [i, member] of own.entries()) {
      const other = others[i % others.length];
      if (other) await sendOnce(load, ask, newCommand(random, 'send', other, member));
    }
    for (const [i, other] of others.entries())
      await sendOnce(load, ask, newCommand(random, 'send', other, others[(i + 1) % others.length] ?? other));
  }
}

function twoOf(crowd: readonly Member[], random: Random): [Member, Member] {
  const [from, shift] = [Math.floor(random() * crowd.length), 1 + Math.floor(random() * (crowd.length - 1))];
  const [payer, payee] = [crowd[from], crowd[(from + shift) % crowd.length]];
  if (!payer || !payee) throw new Error('the crowd is too small');
  return [payer, payee];
}
