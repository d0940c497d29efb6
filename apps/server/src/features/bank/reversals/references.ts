import type { Queryable } from '../../../platform/database/pool.ts';

/** The parts of a statement line that connect a reversal with its deposit. */
export type ReferringLine = {
  readonly id: bigint;
  readonly account: string;
  readonly amount: bigint;
  readonly bank_reference: string;
  readonly end_to_end_id: string | null;
  readonly reversal: boolean;
  readonly return_reason: string | null;
  readonly code: string | null;
};

/** The ISO 20022 codes for a credit that goes back after a return, or after a request of the payer's bank. */
const reversalCode = /(?:^|-)(?:RRTN|RPCR)(?:-|$)/;

/** Returns whether the bank's codes say that the line takes an earlier credit back. */
export const isReversal = ({ amount, reversal, return_reason, code }: ReferringLine): boolean =>
  amount < 0n && (reversal || return_reason !== null || reversalCode.test(code ?? ''));

/** Returns whether a reversal has the references and the amount of a deposit. */
export const takesBack = (reversal: ReferringLine, deposit: ReferringLine): boolean =>
  reversal.account === deposit.account &&
  reversal.amount === -deposit.amount &&
  !deposit.reversal &&
  ((reversal.end_to_end_id !== null && reversal.end_to_end_id === deposit.end_to_end_id) ||
    (reversal.bank_reference !== '' && reversal.bank_reference === deposit.bank_reference));

const maxOpen = 1_000;

/** Returns the reversals whose deposits are not known yet, oldest first. */
export async function openReversals(database: Queryable): Promise<ReferringLine[]> {
  const { rows } = await database.query<ReferringLine>(
    `select id, account, amount, bank_reference, end_to_end_id, reversal, return_reason, code
     from bank_lines where match = 'unallocated' and reason = 'reversal' and amount < 0 order by id limit $1`,
    [maxOpen],
  );
  return rows;
}
