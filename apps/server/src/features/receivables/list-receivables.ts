import type { Receivable } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { openProposalsOn, openProposalView } from '../proposals/index.ts';
import { receivableSubject } from './write-off.ts';

const maxListed = 200;

type Row = Pick<Receivable, 'id' | 'user_id' | 'name' | 'email' | 'state' | 'cause'> & {
  currency: FiatCode;
  amount: bigint;
  missing: bigint;
  open: bigint;
  taken_at: Date;
};

/** Returns the open receivables, oldest first. */
export async function listReceivables(pool: Pool, readerId: string): Promise<Receivable[]> {
  const { rows } = await pool.query<Row>(
    `select t.id, t.user_id, p.name, p.email, t.currency, t.amount, t.missing, t.open, t.cause, t.taken_at,
            case when p.closed_at is not null then 'closed' when p.disabled_at is not null then 'frozen' else 'open' end
              as state
     from taken_deposits t join people p on p.id = t.user_id
     where t.open > 0 order by t.taken_at, t.id limit $1`,
    [maxListed],
  );
  const proposals = await openProposalsOn(
    pool,
    rows.map(({ id }) => receivableSubject(id)),
  );
  return rows.map(({ amount, missing, open, taken_at, ...row }) => {
    const exact = (units: bigint) => toDecimal(amountOf(row.currency, units));
    const proposal = proposals.get(receivableSubject(row.id));
    return {
      ...row,
      deposit_exact: exact(amount),
      missing_exact: exact(missing),
      open_exact: exact(open),
      taken_at: taken_at.toISOString(),
      proposal: openProposalView(proposal, readerId),
    };
  });
}
