import type { CreditedLine } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import { openProposalsOn, openProposalView } from '../../proposals/index.ts';
import { lineSubject } from './line-subject.ts';

const maxFound = 20;

type Row = Pick<
  CreditedLine,
  'account' | 'booked' | 'counterparty' | 'counterparty_account' | 'remittance' | 'member'
> & {
  id: bigint;
  amount: bigint;
  currency: FiatCode;
};

/**
 * Finds statement lines that were credited to members, newest first. Searches by reference, payer, member's address or
 * amount, as in a bank's request to return a payment (camt.056).
 */
export async function findDeposits(pool: Pool, text: string, readerId: string): Promise<CreditedLine[]> {
  const { rows } = await pool.query<Row>(
    `select l.id, l.account, l.booked::text, l.amount, a.currency, l.counterparty, l.counterparty_account, l.remittance,
            jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) as member
     from bank_lines l
     join operator_accounts a on a.id = l.account
     join people p on p.id = l.user_id
     where l.match = 'deposit' and l.posted
       and ($1 in (l.end_to_end_id, l.bank_reference, l.counterparty_account) or p.email = lower($1)
            or l.user_id = (select user_id from payment_references where reference = upper(replace($1, ' ', '')))
            or strpos(lower(l.counterparty), lower($1)) > 0 or l.amount = $2::numeric)
     order by l.id desc limit $3`,
    [text, unitsOf(text), maxFound],
  );
  const proposals = await openProposalsOn(
    pool,
    rows.map(({ id }) => lineSubject(id)),
  );
  return rows.map(({ id, amount, ...row }) => {
    const proposal = proposals.get(lineSubject(id));
    return {
      ...row,
      id: String(id),
      amount_exact: toDecimal(amountOf(row.currency, amount)),
      proposal: openProposalView(proposal, readerId),
    };
  });
}

/** Returns the cents of a text such as `40`, `40.00` or `1,040.00`, or null for another text. */
function unitsOf(text: string): string | null {
  const [, whole, cents = '00'] = /^(\d{1,12})(?:\.(\d\d))?$/.exec(text.replaceAll(',', '')) ?? [];
  return whole === undefined ? null : whole + cents;
}
