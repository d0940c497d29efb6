import type { Amount, FiatCode } from '@florin/money';
import type { Ledger } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { digestUuid } from '../../../platform/digest.ts';
import { prepareTaking, takeBack, type Taking } from '../../receivables/index.ts';

/** A statement line that was credited to a member. */
export type CreditedDeposit = {
  readonly line: bigint;
  readonly userId: string;
  readonly amount: Amount<FiatCode>;
  readonly payer: string | undefined;
  /**
   * The number of times that the deposit was taken back before. An operator may credit the deposit again between two
   * recalls.
   */
  readonly recalls: number;
};

/** The key of the entry that takes a deposit back. A deposit can be taken back once after each credit. */
export const takenBackKey = (line: bigint, recalls: number): string =>
  digestUuid('bank-line-taken-back', String(line), String(recalls));

/**
 * Prepares to take a deposit back. The returned function takes the deposit back, in a transaction that has locked the
 * line. The money leaves the member, and the line is then unallocated.
 */
export async function takeDepositBack(
  ledger: Ledger,
  { line, userId, amount, payer, recalls }: CreditedDeposit,
  more: Pick<Taking, 'cause' | 'command'>,
): Promise<(tx: Queryable) => Promise<void>> {
  const taking: Taking = {
    key: takenBackKey(line, recalls),
    userId,
    amount,
    line: String(line),
    payer,
    ...more,
  };
  const accounts = await prepareTaking(ledger, taking, await ledger.houseId('unallocated', amount.asset));
  return async (tx) => {
    await tx.query(
      `update bank_lines set match = 'unallocated', reason = 'recalled', recalls = recalls + 1 where id = $1`,
      [line],
    );
    await takeBack(tx, ledger, taking, accounts);
  };
}
