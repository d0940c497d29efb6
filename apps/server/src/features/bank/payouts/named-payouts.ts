import type { Queryable } from '../../../platform/database/pool.ts';
import { isCreditSettled, isDebitSettled } from './due-lines.ts';
import { idsIn, type NamedIds } from './payout-ids.ts';

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
  readonly code: string | null;
};

export type NamedPayout = {
  readonly id: string;
  readonly user_id: string | null;
  readonly amount: bigint;
  /** The number of other lines that pay the payout, without lines that the bank took back. */
  readonly debits: number;
  /** The number of other lines that bring the payout back. */
  readonly credits: number;
};

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
  const payouts = await payoutsOf(database, { ids, references, without: lines.map(({ id }) => id) });
  const batches = await batchesOf(database, ids, references);
  return (line) => {
    const { id, account } = line;
    const keys = named.get(id);
    const all = [...(keys?.ids ?? []), ...(keys?.references ?? [])];
    const from = <Row extends Keyed>(rows: ReadonlyMap<string, Row>) => [
      ...new Set(all.flatMap((key) => rows.get(key) ?? []).filter((row) => row.account === account)),
    ];
    return {
      payouts: isBanks(line) ? from(payouts) : [],
      batches: from(batches).map((batch) => batch.id),
    };
  };
}

/** The codes of the banks for money that comes back: ISO 20022, MT940 and BAI2. */
const returnCode = /(?:^|-)(?:RRTN|NRTI)(?:-|$)|^(?:25[5-8]|261|266)$/;

/** Returns whether the bank says that the line belongs to a payment of ours: money that goes out or comes back. */
const isBanks = ({ amount, return_reason, reversal, code }: NamingLine): boolean =>
  amount < 0n || return_reason !== null || reversal || returnCode.test(code ?? '');

/**
 * Payers choose the text and the end-to-end id, and receivers of payouts know our ids. These ids therefore count only
 * if the bank says that money goes out or comes back.
 */
function idsOf(line: NamingLine) {
  return isBanks(line) ? idsIn(line.end_to_end_id, line.batch_id, line.remittance) : idsIn(line.batch_id);
}

type Wanted = NamedIds & {
  /** Lines that do not count. */
  readonly without: readonly bigint[];
};

async function payoutsOf(database: Queryable, { ids, references, without }: Wanted) {
  const { rows } = await database.query<NamedPayout & Keyed>(
    `select p.id, p.user_id, p.amount, p.reference, b.account,
            (p.debit_line is not null)::int + (${isCreditSettled})::int + n.debits as debits,
            (p.credit_line is not null)::int + (${isDebitSettled})::int + n.credits as credits
     from payouts p join payment_batches b on b.id = p.batch_id
     cross join lateral (
       select count(*) filter (where l.amount < 0)::int as debits, count(*) filter (where l.amount > 0)::int as credits
       from bank_lines l where l.payout_id = p.id and l.match <> 'reversed' and l.id <> all ($3)
     ) n
     where (p.id = any ($1) or p.reference = any ($2)) and p.state in ('sent', 'settled', 'returned')`,
    [ids, references, without],
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
