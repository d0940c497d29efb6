import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { slotOf } from '../apps/server/src/ledger/shards/ids.ts';
import { startBenchServer, type BenchDatabase, type BenchServer } from './bench-database.ts';
import { stopChild } from './child.ts';
import { gatherCrowd, type Rider } from './crowd.ts';
import { startProduct } from './settings.ts';

/** Two PostgreSQL servers. The first server has a product with one ledger, and the main ledger of another product. */
export type LedgerServers = {
  readonly one: Ledgers;
  readonly two: Ledgers;
  /** The processes of the PostgreSQL servers. */
  readonly postmasters: readonly number[];
  /** Also stops the server processes of the products. */
  readonly stop: () => Promise<void>;
};

export type Ledgers = {
  readonly databases: readonly BenchDatabase[];
  /** With two ledgers, the money of every other member is in the second ledger. */
  readonly riders: readonly Rider[];
  readonly server: ServerProcess;
  /** Starts another server process. */
  readonly startServer: (port: number) => Promise<ServerProcess>;
};

export type ServerProcess = { readonly port: number; readonly pid: number };

/** @param ports of the first server process of either product */
export async function startLedgerServers(
  crowdSize: number,
  ports: { readonly one: number; readonly two: number },
): Promise<LedgerServers> {
  const [servers, children]: [BenchServer[], ChildProcess[]] = [[], []];
  const stop = async () => {
    await Promise.all(children.map(stopChild));
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const [first, second] = [await startBenchServer({ ledgers: true }), await startBenchServer({ ledgers: true })];
    servers.push(first, second);
    const plain = await first.createDatabase('plain');
    const [main, other] = [await first.createDatabase('main'), await second.createDatabase('other')];
    const open = (port: number, ...databases: [BenchDatabase, ...BenchDatabase[]]) =>
      openLedgers(databases, { crowdSize, port, children });
    const [one, two] = [await open(ports.one, plain), await open(ports.two, main, other)];
    return { one, two, postmasters: servers.map(postmasterOf), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const postmasterOf = ({ folder }: BenchServer) =>
  Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

type Opening = { readonly crowdSize: number; readonly port: number; readonly children: ChildProcess[] };

async function openLedgers(
  databases: readonly [BenchDatabase, ...BenchDatabase[]],
  { crowdSize, port, children }: Opening,
): Promise<Ledgers> {
  const [main, ...others] = databases;
  // The servers have no price history, because a history would keep the machine busy at first.
  const env = { FLORIN_LEDGERS: others.map(({ url }) => url).join(','), FLORIN_PAST_PRICES: 'off' };
  const startServer = async (at: number) => {
    const child = await startProduct(main, at, env);
    children.push(child);
    return { port: at, pid: child.pid ?? 0 };
  };
  const server = await startServer(port); // which migrates the databases and spreads the members
  const addresses = others.map(({ address }) => address);
  const crowd = await gatherCrowd(main.ownerPool, main.address, crowdSize, addresses);
  return { databases, riders: alternating(crowd), server, startServer };
}

/** Orders the members so that the money of every other member is in the second of two ledgers. */
function alternating(crowd: readonly Rider[]): Rider[] {
  const [even = [], odd = []] = [0, 1].map((shard) => crowd.filter(({ id }) => slotOf(id) % 2 === shard));
  return even.slice(0, odd.length).flatMap((rider, i) => [rider, odd[i] ?? rider]);
}
