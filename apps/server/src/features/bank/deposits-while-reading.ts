import type { StatementLine } from '@florin/bank-files';
import type { Queryable } from '../../platform/database/pool.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { matchLines, type Rules } from './match-lines.ts';
import { accountNamed } from './operator-account.ts';
import { isReversal } from './reversals/references.ts';

/** A line as the file has it. `account` is the bank's name of its account, if the file has it before the line. */
export type ReadLine = { readonly statement: number; readonly account: string | null; readonly line: StatementLine };

/** The member whose deposit a line is, if the line is on this operator account. */
export type FoundDeposit = { readonly account: string; readonly userId: string };

export type FindDeposits = (lines: readonly ReadLine[]) => Promise<readonly (FoundDeposit | undefined)[]>;

/**
 * Returns a function that finds the deposits among the lines of a file while it is read. So most lines are stored with
 * what they are, and are neither read back nor written again. `bookLines` decides all others, with the same rules.
 */
export function depositsWhileReading(
  database: Queryable,
  accounts: readonly OperatorAccount[],
  rules: Rules,
): FindDeposits {
  let hasReversals = false;
  const found = async (lines: readonly ReadLine[]) => {
    const known = lines.map((read, index) => lineToMatch(accounts, read, BigInt(index)));
    // A reversal in the file may take back a deposit that follows, and no member gets that.
    hasReversals ||= known.some((line) => line && isReversal(line));
    if (hasReversals) return lines.map(() => undefined);
    const matches = new Map(
      await matchLines(
        database,
        known.flatMap((line) => line ?? []),
        rules,
      ),
    );
    return known.map((line): FoundDeposit | undefined => {
      const match = line && matches.get(line.id);
      return match?.match === 'deposit' && match.userId !== undefined
        ? { account: line?.account ?? '', userId: match.userId }
        : undefined;
    });
  };
  return found;
}

const wholeCents = /^-?\d{1,15}\.\d\d$/;

/** Returns undefined if the account is not known yet or the amount is not one of the account. */
function lineToMatch(accounts: readonly OperatorAccount[], { account, line }: ReadLine, id: bigint) {
  const own = account === null ? undefined : accountNamed(accounts, account);
  if (own?.currency !== line.currency || !wholeCents.test(line.amount)) return undefined;
  const amount = BigInt(line.amount.replace('.', ''));
  const bank_reference = line.bank_reference ?? '';
  return { ...line, id, account: own.id, currency: own.currency, amount, bank_reference, charge: null };
}
