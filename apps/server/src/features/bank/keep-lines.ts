import type { PoolClient } from 'pg';
import { numberArray, textArray } from '../../platform/database/array-literal.ts';

export type LinesOfStatement = {
  readonly statementId: bigint;
  /** The statement's number in the file. */
  readonly index: number;
  readonly account: string;
};

/** The properties that identify a line of an account. */
export type KnownLine = {
  /** Null if the bank gave no day. */
  readonly booked: string | null;
  /** The amount in the smallest unit. */
  readonly amount: bigint;
  readonly bank_reference: string;
  /** The number among equal lines. */
  readonly ordinal: number;
};

export type KeptLines = {
  readonly count: number;
  /** The change of the balance by the lines, in the smallest unit. */
  readonly sum: bigint;
  /** Lines without a day and without a reference that were left out, because an earlier file has an equal line. */
  readonly undated: number;
};

/** The columns that can tell lines of one day and amount apart. */
export const detailsOfLines = [
  'end_to_end_id',
  'payment_reference',
  'remittance',
  'counterparty',
  'counterparty_account',
] as const;

/** Returns these columns as a list of SQL, without nulls. */
export const detailColumns = (table: string): string =>
  detailsOfLines.map((column) => `coalesce(${table}.${column}, '')`).join(', ');

/** A condition in SQL: two lines have no different details. One line may lack a detail. */
const noneDiffers = (one: string, other: string): string =>
  detailsOfLines.map((column) => `coalesce(${one}.${column} = ${other}.${column}, true)`).join(' and ');

type Exceptions = {
  /** Lines that another file brought with fewer or more details. They are left out. */
  readonly known?: readonly KnownLine[];
  /** Lines without a day and without a reference are new, although an earlier file has equal lines. */
  readonly undatedAreNew?: boolean;
};

/**
 * Stores the new lines. Equal lines of one day are counted, so two equal payments are two lines, and an overlapping
 * export repeats neither. Lines whose payer and texts are known are counted first, because a bank may list new lines
 * before them. Leaves out lines of zero, which move nothing.
 *
 * One file can have a batch as one line, and another file its payments, such as camt.053 and camt.054. Of these two
 * files, the second one does not change the bank's balance. Payments after their batch show the owners of the
 * unallocated money. A batch that follows its payments is already known.
 */
export async function keepLines(
  tx: PoolClient,
  { statementId, index, account }: LinesOfStatement,
  { known = [], undatedAreNew = false }: Exceptions = {},
): Promise<KeptLines> {
  const { rows } = await tx.query<KeptLines>(
    `with copies as (
       select *, amount * 100 as units, coalesce(bank_reference, '') as reference,
              row_number() over (
                partition by booked, amount, coalesce(bank_reference, ''), ${detailColumns('s')} order by n) as copy
       from staged_lines s where statement = $3 and amount <> 0
     ),
     compared as (
       select c.*, (
         select (copy <= count(*) filter (where (${detailColumns('l')}) = (${detailColumns('c')})))::int
                + (copy <= count(*) filter (where ${noneDiffers('l', 'c')}))::int
         from bank_lines l
         where l.account = $2 and (l.booked = c.booked or (l.booked is null and c.booked is null))
           and l.amount = c.units and l.bank_reference = c.reference
       ) as likeness
       from copies c
     ),
     numbered as (
       select *, row_number() over (partition by booked, units, reference order by likeness desc, n) as ordinal
       from compared
     ),
     undated as (
       select amount as units, bank_reference as reference, count(*) as lines, max(ordinal) as last
       from bank_lines where account = $2 and booked is null group by 1, 2
     ),
     counted as (
       select n.*, u.last, case when not ($8 and n.reference = '') then u.lines end as undated
       from numbered n
       left join undated u on n.booked is null and u.units = n.units and u.reference = n.reference
     ),
     given as (
       select *, coalesce(last - coalesce(undated, 0), 0) + ordinal as number from counted
       where undated is null or ordinal > undated
     ),
     batches as (
       select booked, batch_reference, sum(units) as units from given where batch_reference is not null group by 1, 2
     ),
     lines_of_batches as (
       select l.id, l.match, b.booked, b.batch_reference
       from batches b join bank_lines l on l.account = $2 and l.booked is not distinct from b.booked
         and l.bank_reference = b.batch_reference and l.amount = b.units and l.batch_reference is null
     ),
     explained as (
       update bank_lines l set match = 'explained', reason = null
       from lines_of_batches o where l.id = o.id and (l.match is null or l.match = 'unallocated')
       returning l.id
     ),
     kept as (
       insert into bank_lines (statement_id, account, booked, value_date, amount, bank_reference, batch_reference,
         explains, ordinal, counterparty, counterparty_account, remittance, payment_reference, end_to_end_id, batch_id,
         reversal, return_reason, code, charge, match, user_id)
       select $1, $2, g.booked, value, units, reference, g.batch_reference, o.id, number, counterparty,
              counterparty_account, remittance, payment_reference, end_to_end_id, batch_id, reversal, return_reason,
              code, case when units < 0 and charges > 0 and charges = round(charges, 2) and charges < 1e13
                           then charges * 100 end,
              case when deposit_on = $2 then 'deposit' end, case when deposit_on = $2 then deposit_of end
       from given g left join lines_of_batches o
         on o.booked is not distinct from g.booked and o.batch_reference = g.batch_reference
       where (o.id is null or o.id in (select id from explained))
         and not exists (
           select from bank_lines l where l.account = $2 and l.booked is not distinct from g.booked
             and l.batch_reference = g.reference and l.explains is null
           having sum(l.amount) = g.units)
         and not exists (
           select from unnest($4::date[], $5::numeric[], $6::text[], $7::int[]) k (booked, amount, reference, ordinal)
           where k.booked is not distinct from g.booked and k.amount = g.units and k.reference = g.reference
             and k.ordinal = g.number)
       order by n
       on conflict on constraint bank_lines_are_booked_once do nothing
       returning amount, explains
     )
     select count(*)::int as count, coalesce(sum(amount) filter (where explains is null), 0)::numeric(38, 0) as sum,
            (select count(*)::int from counted where undated >= ordinal and reference = '') as undated
     from kept`,
    [
      statementId,
      account,
      index,
      textArray(known.map(({ booked }) => booked)),
      numberArray(known.map(({ amount }) => amount)),
      textArray(known.map(({ bank_reference }) => bank_reference)),
      numberArray(known.map(({ ordinal }) => ordinal)),
      undatedAreNew,
    ],
  );
  if (!rows[0]) throw new Error('the lines were not counted');
  return rows[0];
}
