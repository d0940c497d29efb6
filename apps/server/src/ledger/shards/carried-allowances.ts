import type { Queryable } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import type { Draw, JournalEntry } from '../entry.ts';
import { limitAsset } from '../post-batch.ts';
import { readUsage } from '../usage.ts';

type Allowance = readonly [kind: string, asset: string, slot: string, posted: number];
type UsageBefore = readonly [kind: string, asset: string, day: number, month: number];

/** The result of `ledger.baggage` about a member's limits. */
export type Baggage = {
  readonly move: string;
  readonly day: string;
  readonly allowances: readonly Allowance[];
  readonly usage: readonly UsageBefore[];
};

/** No limit for the draw, because it copies the state of another ledger. */
const noLimit = 10n ** 18n;

/**
 * Returns the entry that copies the state of a member's allowances from the ledger that the member left. Returns
 * undefined if the state is equal already. Usage before today counts as returned today, because the new ledger draws
 * all of it today.
 */
export async function allowancesEntry(
  database: Queryable,
  owner: string,
  { move, day, allowances, usage }: Baggage,
): Promise<JournalEntry | undefined> {
  const { rows } = await database.query<{ name: string; posted: bigint; today: string }>(
    `select kind || ' ' || asset || ' ' || slot as name, posted
     from own_books.accounts where owner = $1 and slot <> ''`,
    [owner],
  );
  const { rows: clock } = await database.query<{ today: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD') as today`,
  );
  if (clock[0]?.today !== day) throw new Error('a day began while a member moved: the move is repeated');
  const here = new Map(rows.map(({ name, posted }) => [name, posted]));
  const wanted = new Map(allowances.map(([kind, asset, slot, posted]) => [`${kind} ${asset} ${slot}`, BigInt(posted)]));
  for (const [kind, asset, beforeDay, beforeMonth] of usage) {
    const before = (await readUsage(database, [owner], kind)).get(owner);
    const ofDay = BigInt(beforeDay) - (before?.day.before ?? 0n);
    const ofMonth = BigInt(beforeMonth) - (before?.month.before ?? 0n);
    add(wanted, `${kind}-returned ${asset} ${day}`, ofDay);
    add(wanted, `${kind}-returned ${asset} ${day.slice(0, 7)}-00`, ofMonth - ofDay); // of no day, but of the month
  }
  const draws = [...wanted].flatMap(([name, posted]): Draw[] => {
    const [kind, , slot] = name.split(' ');
    const units = (here.get(name) ?? 0n) - posted;
    if (units === 0n || kind === undefined || slot === undefined) return [];
    return [{ owner, kind, asset: limitAsset, slot, units, limit: noLimit }];
  });
  if (draws.length === 0) return undefined;
  return {
    key: digestUuid('allowances moved', move),
    requestHash: 0n,
    actor: owner,
    kind: 'allowances-moved',
    metadata: {},
    postings: [],
    draws,
  };
}

function add(sums: Map<string, bigint>, name: string, units: bigint) {
  sums.set(name, (sums.get(name) ?? 0n) + units);
}
