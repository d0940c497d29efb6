import { amountOf, fiatCodes } from '@florin/money';
import type { JournalEntry, Standing } from '../../ledger/index.ts';
import type { HistoryLine } from './movement.ts';

/** Builds the lines from the ledger's answer, so that a new entry needs no query. */
export function postedLines(
  accounts: readonly bigint[],
  entry: JournalEntry,
  standing: Extract<Standing, { outcome: 'posted' }>,
): HistoryLine[] {
  return standing.lines.flatMap(({ account, seq, units, balance }) => {
    const asset = fiatCodes[accounts.indexOf(account)];
    if (asset === undefined) return [];
    return {
      amount: amountOf(asset, units),
      kind: entry.kind,
      recordedAt: standing.recordedAt,
      actor: entry.actor,
      metadata: entry.metadata,
      posting: { account, seq, balanceAfter: amountOf(asset, balance) },
      waiting: undefined,
    };
  });
}
