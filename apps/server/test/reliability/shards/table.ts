import type { Member } from '../members.ts';
import type { Downtime } from './ledger-down.ts';
import type { LedgerEngine } from './ledger-engines.ts';
import { readHomes, type Home, type Load } from './orders.ts';

type Run = {
  readonly engines: readonly LedgerEngine[];
  readonly crowd: readonly Member[];
  readonly load: Load;
  readonly disturbed: ReadonlyMap<string, number>;
  readonly downtime: Downtime;
  /** How many members moved. */
  readonly moved: number;
};

const head = ['ledger', 'members', 'kills', 'sends', 'to others', 'from others', 'sum of all accounts, in cents'];

/** Returns a table of the figures of each ledger, and lines with the other figures. */
export async function tableOf({ engines, crowd, load, disturbed, downtime, moved }: Run): Promise<string> {
  const [main] = engines;
  if (!main) throw new Error('there is no main ledger');
  const homeOf = await readHomes(main.ownerPool);
  const rows = await Promise.all(engines.map(async (engine) => rowOf(engine, homeOf, crowd, disturbed)));
  const servers = [...disturbed]
    .filter(([name]) => name.startsWith('server'))
    .map(([name, times]) => `${name}: ${times}`);
  const unreadable = [...downtime.unreadable].map(([name, times]) => `${name} ${times} times`);
  return [
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `|${cells.join('|')}|`),
    '',
    `kills of servers: ${servers.join(', ') || 'none'}`,
    `moves of slots: ${disturbed.get('moves') ?? 0}, by which ${moved} members moved`,
    `sends: ${load.done.length}, of which ${load.interrupted} were interrupted and repeated`,
    `with a ledger down: ${downtime.refused} sends of its members refused with 503, ${downtime.waiting} to them waited, ` +
      `${downtime.others} others, p99 ${downtime.p99.toFixed(0)} ms`,
    `what others could not read meanwhile: ${unreadable.join(', ') || 'nothing'}`,
    '',
  ].join('\n');
}

async function rowOf(
  { number, ownerPool }: LedgerEngine,
  homeOf: Home,
  crowd: readonly Member[],
  disturbed: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { rows } = await ownerPool.query<{ sends: bigint; left: bigint; arrived: bigint; sum: bigint }>(
    `select count(*) filter (where not metadata ? 'first_half') as sends,
            count(*) filter (where metadata ? 'onward') as left,
            count(*) filter (where metadata ? 'first_half') as arrived,
            (select sum(posted) from ledger.accounts where asset = 'USD') as sum
     from ledger.journal_entries where kind = 'send'`,
  );
  const kills = disturbed.get(`ledger ${number}`) ?? 0;
  const members = crowd.filter((member) => homeOf(member) === number).length;
  const { sends, left, arrived, sum } = rows[0] ?? { sends: 0n, left: 0n, arrived: 0n, sum: 0n };
  return [number, members, kills, sends, left, arrived, sum].map(String);
}
