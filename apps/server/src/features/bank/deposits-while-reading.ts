import type { StatementLine } from '@florin/bank-files';
import type { Queryable } from '../../platform/database/pool.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { matchLines, type Rules } from './match-lines.ts';
import { accountNamed } from './operator-account.ts';
import { isReversal } from './reversals/references.ts';

/**
 * A line in the form of the file. `account` is the bank's name of the line's account, if the file has this name before
 * the line.
 */
export type ReadLine = { readonly statement: number; readonly account: string | null; readonly line: StatementLine };

/** The member who gets the deposit, if the line is on this operator account. */
export type FoundDeposit = { readonly account: string; readonly userId: string };

export type FindDeposits = (lines: readonly ReadLine[]) => Promise<readonly (FoundDeposit | undefined)[]>;

/**
 * Returns a function that finds the deposits among the lines of a file while it is read. Most lines are therefore
 * stored with their classification, and are neither read again nor updated. `bookLines` decides about all other lines,
 * with the same rules.
 */
export function depositsWhileReading(
  database: Queryable,
  accounts: readonly OperatorAccount[],
  rules: Rules,
): FindDeposits {
  let hasReversals = false;
  const found = async (lines: readonly ReadLine[]) => {
    const known = lines.map((read, index) => lineToMatch(accounts, read, BigInt(index)));
    // A reversal in the file may take back a later deposit, which no member gets.
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

/** Returns undefined if the account is not known yet or the amount is not in the account's currency. */
function lineToMatch(accounts: readonly OperatorAccount[], { account, line }: ReadLine, id: bigint) {
  const own = account === null ? undefined : accountNamed(accounts, account);
  if (own?.currency !== line.currency || !wholeCents.test(line.amount)) return undefined;
  const amount = BigInt(line.amount.replace('.', ''));
  const bank_reference = line.bank_reference ?? '';
  return { ...line, id, account: own.id, currency: own.currency, amount, bank_reference, charge: null };
}
