import type { PoolClient } from 'pg';
import { numberArray, textArray } from '../../platform/database/array-literal.ts';
import { openingReference } from './check-statement.ts';
import type { LinesOfStatement } from './keep-lines.ts';
import type { Line, RecognizedLine } from './pair-lines.ts';

/** The columns of a `Line`, for the statement `$1`. */
export const comparedColumns = `l.id, l.statement_id = $1 as is_new,
  l.match is not null and l.match <> 'unallocated' as is_decided, l.booked::text, l.amount, l.bank_reference, l.ordinal,
  l.reversal, l.counterparty, l.counterparty_account, l.remittance, l.payment_reference, l.end_to_end_id`;

/** Gives lines without a booking date the day of their statement, if it is about one day. */
export async function dateLines(tx: PoolClient, { statementId, index }: LinesOfStatement): Promise<void> {
  await tx.query(
    `update staged_lines set booked = s.from_date from bank_statements s
     where s.id = $1 and statement = $2 and booked is null and s.from_date = s.to_date`,
    [statementId, index],
  );
}

/**
 * Returns new lines of the statement, and earlier lines with the same amounts, if the new or the earlier line has no
 * day. Leaves out earlier lines that the statement names with the same day and reference.
 */
export async function undatedLines(tx: PoolClient, { statementId, index, account }: LinesOfStatement): Promise<Line[]> {
  const { rows } = await tx.query<Line>(
    `with fresh as (
       select l.* from bank_lines l where l.statement_id = $1 and l.explains is null and l.bank_reference <> $4
     ),
     named as (
       select booked, amount * 100 as units, coalesce(bank_reference, '') as reference, count(*) as lines
       from staged_lines where statement = $3 and amount <> 0 group by 1, 2, 3
     ),
     possible as (
       select l.id from bank_lines l where l.account = $2 and l.booked is null and l.amount in (select amount from fresh)
       union
       select l.id from bank_lines l
       where l.account = $2 and l.amount in (select amount from fresh where booked is null)
     ),
     earlier as (
       select l.*, row_number() over (partition by l.booked, l.amount, l.bank_reference order by l.ordinal) as number
       from bank_lines l
       join bank_statements s on s.id = l.statement_id join bank_statements own on own.id = $1
       where l.id in (select id from possible) and l.statement_id <> $1 and l.explains is null and l.bank_reference <> $4
         and (s.file_id <> own.file_id or (s.closing is null) <> (own.closing is null))
     ),
     other as (
       select * from earlier e
       where not exists (select from named n where n.booked is not distinct from e.booked and n.units = e.amount
                           and n.reference = e.bank_reference and n.lines >= e.number)
     )
     select ${comparedColumns} from bank_lines l
     where l.id in (select id from fresh where amount in (select amount from other) union select id from other)
     order by l.id`,
    [statementId, account, index, openingReference],
  );
  return rows;
}

/**
 * Gives recognized lines the day and the reference that the statement has for them. A repeated statement then finds
 * them by these.
 */
export async function adoptDays(tx: PoolClient, account: string, known: readonly RecognizedLine[]): Promise<void> {
  const dated = known.filter(({ isUndated, booked }) => isUndated && booked !== null);
  if (dated.length === 0) return;
  await tx.query(
    `update bank_lines l
     set booked = k.booked, bank_reference = case when l.bank_reference = '' then k.reference else l.bank_reference end,
         ordinal = case when l.bank_reference in ('', k.reference) then k.ordinal
                        else (select coalesce(max(o.ordinal), 0) + 1 from bank_lines o
                              where o.account = $1 and o.booked = k.booked and o.amount = l.amount
                                and o.bank_reference = l.bank_reference) end
     from unnest($2::bigint[], $3::date[], $4::text[], $5::int[]) k (id, booked, reference, ordinal)
     where l.id = k.id and l.booked is null`,
    [
      account,
      numberArray(dated.map(({ knownAs }) => knownAs)),
      textArray(dated.map(({ booked }) => booked)),
      textArray(dated.map(({ bank_reference: reference }) => reference)),
      numberArray(dated.map(({ ordinal }) => ordinal)),
    ],
  );
}
