import { amountOf } from '@florin/money';
import { hasOlderEntries, provedAssets, type ProvedAsset } from '../../api/proof/compare-wallets.ts';
import type { ProofReport } from '../../api/proof/report.ts';
import { asOfText } from '../../wallet-ui/as-of.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import styles from './proof.module.css';

/** Lists each balance in the sums, and how the entries since then lead to the balance of now. */
export function ProvedBalances({ report, title }: { report: ProofReport; title: string }) {
  const { sums } = report;
  const assets = provedAssets(report);
  if (!sums || assets.length === 0) return null;
  return (
    <section className="ledger" aria-labelledby="proved-balances">
      <header>
        <h2 id="proved-balances">{title}</h2>
        <span className="small muted">As of {asOfText(Date.parse(sums.time))}</span>
      </header>
      <ul className={styles.balances}>
        {assets.map((asset) => (
          <BalanceRow key={asset.asset} {...asset} />
        ))}
      </ul>
      {hasOlderEntries(report) && (
        <p className="small muted space-above-3">
          More entries followed the sums than a proof shows. Your history has the others.
        </p>
      )}
    </section>
  );
}

function BalanceRow({ asset, stated, since, now }: ProvedAsset) {
  const change = since.reduce((sum, { amount }) => sum + amount, 0n);
  return (
    <li>
      <span className="strong">{asset}</span>
      <AmountText amount={amountOf(asset, stated)} />
      {since.length > 0 && (
        <p className="small muted">
          Since then {since.length === 1 ? '1 entry' : `${since.length} entries`}:{' '}
          <AmountText amount={amountOf(asset, change)} sign="always" />. Now{' '}
          <AmountText amount={amountOf(asset, now)} />
        </p>
      )}
    </li>
  );
}
