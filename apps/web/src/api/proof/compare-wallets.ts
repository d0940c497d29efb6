import { fromExact, type Wallet } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { ProofReport, ProvedPosting, Step } from './report.ts';

/** The server puts this many of the newest entries into a proof. */
const shownEntries = 10;

/** The known figures of an asset: the stated balance, the later entries, and the balance after these entries. */
export type ProvedAsset = {
  readonly asset: string;
  readonly stated: bigint;
  readonly since: readonly ProvedPosting[];
  readonly now: bigint;
  /**
   * The balance of each account: money for an unconfirmed address is not in the wallet's account, but in a separate
   * account.
   */
  readonly accounts: readonly bigint[];
};

/** Adds the entries after the sums to the stated balances. */
export function provedAssets({ balances, entries, sums }: ProofReport): ProvedAsset[] {
  const newer = entries
    .filter(({ index }) => sums !== undefined && index >= sums.size)
    .flatMap(({ postings }) => postings);
  const newest = new Map<string, ProvedPosting>();
  for (const posting of newer)
    if (posting.sequence > (newest.get(posting.account)?.sequence ?? -1n)) newest.set(posting.account, posting);
  const accounts = new Map(balances.map(({ account, asset, amount }) => [account, { asset, balance: amount }]));
  for (const [account, { asset, balance }] of newest) accounts.set(account, { asset, balance });
  const byAsset = Map.groupBy(accounts.values(), ({ asset }) => asset);
  return [...byAsset].map(([asset, list]) => ({
    asset,
    stated: balances.reduce((sum, one) => (one.asset === asset ? sum + one.amount : sum), 0n),
    since: newer.filter((one) => one.asset === asset),
    now: list.reduce((sum, { balance }) => sum + balance, 0n),
    accounts: list.map(({ balance }) => balance),
  }));
}

/** Whether more entries may follow the sums than the proof shows. */
export const hasOlderEntries = ({ entries, sums }: ProofReport): boolean =>
  entries.length >= shownEntries && entries.every(({ index }) => sums !== undefined && index >= sums.size);

/**
 * Compares the wallets on the screen with the balances that were proved. Returns undefined if too many entries follow
 * the sums for a comparison.
 */
export function compareWallets(report: ProofReport, wallets: readonly Wallet[]): Step | undefined {
  if (report.sums === undefined || hasOlderEntries(report)) return undefined;
  const proved = new Map(provedAssets(report).map((each) => [each.asset, each]));
  const wrong = wallets.find(({ currency, balance_exact: exact }) => {
    const shown = fromExact(currency, exact).units;
    const { now = 0n, accounts = [] } = proved.get(currency) ?? {};
    return shown !== now && !accounts.includes(shown);
  });
  const numbers = { wallets: wallets.length };
  if (!wrong) return { name: 'wallet', ok: true, detail: 'The wallet shows the balances that are proved.', numbers };
  const shown = formatAmount(fromExact(wrong.currency, wrong.balance_exact));
  const detail = `The wallet shows ${shown}. The books do not.`;
  return { name: 'wallet', ok: false, detail, numbers };
}
