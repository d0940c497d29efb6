import { amountOf, formatAmount, type FiatCode } from '@florin/money';
import type { PoolClient } from 'pg';
import { numberArray } from '../../platform/database/array-literal.ts';
import { detailColumns, type LinesOfStatement } from './keep-lines.ts';
import type { RecognizedLine } from './pair-lines.ts';

/** A credit that a report has and the statement of its day does not. */
export type DroppedLine = { readonly id: bigint; readonly booked: string; readonly amount: bigint };

/**
 * Returns the credits of the statement's days that only reports have. Returns nothing if the balances leave a doubt: the
 * statement must begin at the last closing balance. Also returns nothing if a new line of the statement has the amount,
 * the payer or an id of such a credit, because the bank may have only changed the credit. Of equal credits, the dropped
 * one is the one whose payer and texts the statement does not have.
 */
export async function droppedLines(
  tx: PoolClient,
  { statementId, index, account }: LinesOfStatement,
  recognized: readonly RecognizedLine[],
): Promise<readonly DroppedLine[]> {
  const { rows } = await tx.query<DroppedLine & { is_doubtful: boolean }>(
    `with own as (
       select * from bank_statements where id = $1
         and opening = (select o.closing from bank_statements o
                        where o.account = $2 and o.id <> $1 and o.closing is not null
                        order by o.to_date desc nulls last, o.id desc limit 1)
     ),
     stated as (
       select g.*, amount * 100 as units, coalesce(bank_reference, '') as reference from staged_lines g where statement = $3
     ),
     copies as (
       select l.*, s.closing is null as is_reported,
              row_number() over (
                partition by l.booked, l.amount, l.bank_reference, ${detailColumns('l')} order by l.ordinal) as copy
       from own join bank_lines l on l.account = $2 and l.booked between own.from_date and own.to_date
       join bank_statements s on s.id = l.statement_id
       where l.amount > 0 and l.explains is null and l.statement_id <> $1
     ),
     compared as (
       select c.*, copy <= (
         select count(*) from stated g
         where g.booked = c.booked and g.units = c.amount and g.reference = c.bank_reference
           and (${detailColumns('g')}) = (${detailColumns('c')})
       ) as is_stated
       from copies c
     ),
     placed as (
       select c.*, row_number() over (same order by is_stated desc, ordinal) as place,
              count(*) filter (where is_stated) over same as recognized,
              (select count(*) from stated g
               where g.booked = c.booked and g.units = c.amount and g.reference = c.bank_reference) as lines
       from compared c window same as (partition by booked, amount, bank_reference)
     )
     select l.id, l.booked::text, l.amount,
            l.recognized < l.lines or exists (
              select from bank_lines g
              where g.statement_id = $1 and (g.amount = l.amount or g.end_to_end_id = l.end_to_end_id
                or g.payment_reference = l.payment_reference or g.counterparty = l.counterparty
                or g.counterparty_account = l.counterparty_account)) as is_doubtful
     from placed l
     where place > lines and is_reported and l.id <> all ($4)
       and not exists (select from bank_lines d where d.account = $2 and d.bank_reference = 'dropped-' || l.id)
     order by l.id`,
    [statementId, account, index, numberArray(recognized.map(({ knownAs }) => knownAs))],
  );
  return rows.some(({ is_doubtful: isDoubtful }) => isDoubtful) ? [] : rows;
}

/**
 * Adds a debit for each dropped credit, so that the books equal the bank. The debit is unallocated: operators take the
 * credit back from its member if it has one, and connect both lines. Florin decides nothing about the member's money.
 */
export async function keepDropped(
  tx: PoolClient,
  { statementId, account }: LinesOfStatement,
  dropped: readonly DroppedLine[],
): Promise<void> {
  await tx.query(
    `insert into bank_lines (statement_id, account, booked, amount, bank_reference, ordinal, counterparty, remittance,
       end_to_end_id, reversal, match, reason)
     select own.id, l.account, own.to_date, -l.amount, 'dropped-' || l.id, 1, l.counterparty,
            'The bank dropped line ' || l.id || ' of ' || l.booked || '. A report had it, but the statement does not.',
            l.end_to_end_id, false, 'unallocated', 'outgoing'
     from bank_lines l join bank_statements own on own.id = $1
     where l.account = $2 and l.id = any ($3) order by l.id`,
    [statementId, account, numberArray(dropped.map(({ id }) => id))],
  );
}

export const droppedWarning =
  (currency: FiatCode) =>
  ({ id, booked, amount }: DroppedLine): string =>
    `The statement does not have line ${id} of ${booked} over ${formatAmount(amountOf(currency, amount))}, which an ` +
    'earlier report has. Florin booked an unallocated debit for it. If the line was credited to a member, take the ' +
    'deposit back at the bank desk. Then connect both lines there.';
