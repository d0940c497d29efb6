import type { Queryable } from '../../../platform/database/pool.ts';
import { idsIn } from './payout-ids.ts';

/** The parts of a statement line that can name a payout or a batch. */
export type NamingLine = {
  readonly id: bigint;
  readonly account: string;
  readonly amount: bigint;
  readonly end_to_end_id: string | null;
  readonly batch_id: string | null;
  readonly remittance: string | null;
  readonly return_reason: string | null;
  readonly reversal: boolean;
};

export type NamedPayout = { readonly id: string; readonly user_id: string | null; readonly amount: bigint };

/** The payouts and batches that a line names. */
export type Named = { readonly payouts: readonly NamedPayout[]; readonly batches: readonly string[] };

type Keyed = { readonly id: string; readonly reference: string | null; readonly account: string };

/**
 * Returns the payouts and batches that lines name, by the id of the line. Only payments from the line's account count.
 */
export async function namedBy(database: Queryable, lines: readonly NamingLine[]): Promise<(line: NamingLine) => Named> {
  const named = new Map(lines.map((line) => [line.id, idsOf(line)]));
  const [ids, references] = [
    [...named.values()].flatMap((one) => one.ids),
    [...named.values()].flatMap((one) => one.references),
  ];
  if (ids.length + references.length === 0) return () => ({ payouts: [], batches: [] });
  const payouts = await payoutsOf(database, ids, references);
  const batches = await batchesOf(database, ids, references);
  return ({ id, account }) => {
    const keys = named.get(id);
    const all = [...(keys?.ids ?? []), ...(keys?.references ?? [])];
    const from = <Row extends Keyed>(rows: ReadonlyMap<string, Row>) => [
      ...new Set(all.flatMap((key) => rows.get(key) ?? []).filter((row) => row.account === account)),
    ];
    return { payouts: from(payouts), batches: from(batches).map((batch) => batch.id) };
  };
}

/** Payers can write any text, so their text counts only if the bank says that money comes back. */
function idsOf({ amount, end_to_end_id, batch_id, remittance, return_reason, reversal }: NamingLine) {
  const isBanks = amount < 0n || return_reason !== null || reversal;
  return idsIn(end_to_end_id, batch_id, isBanks ? remittance : null);
}

async function payoutsOf(database: Queryable, ids: readonly string[], references: readonly string[]) {
  const { rows } = await database.query<NamedPayout & Keyed>(
    `select p.id, p.user_id, p.amount, p.reference, b.account
     from payouts p join payment_batches b on b.id = p.batch_id
     where (p.id = any ($1) or p.reference = any ($2)) and p.state in ('sent', 'settled', 'returned')`,
    [ids, references],
  );
  return byKey(rows);
}

/** Batches that the bank may have. */
async function batchesOf(database: Queryable, ids: readonly string[], references: readonly string[]) {
  const { rows } = await database.query<Keyed>(
    `select id, reference, account from payment_batches
     where (id = any ($1) or reference = any ($2)) and state in ('written', 'sent')`,
    [ids, references],
  );
  return byKey(rows);
}

const byKey = <Row extends Keyed>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.flatMap((row) => [row.id, row.reference ?? row.id].map((key) => [key, row] as const)));
