import { amountOf } from '@florin/money';
import { hasOlderEntries, provedAssets, type ProvedAsset } from '../../api/proof/compare-wallets.ts';
import { fiatFirst, type ProofReport } from '../../api/proof/report.ts';
import { asOfText } from '../../wallet-ui/as-of.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import styles from './proof.module.css';

/** Lists each balance with its derivation from the sums and the later entries. */
export function ProvedBalances({ report, title }: { report: ProofReport; title: string }) {
  const { sums } = report;
  const assets = provedAssets(report).toSorted(fiatFirst);
  const isCut = hasOlderEntries(report);
  if (!sums || assets.length === 0) return null;
  return (
    <section className="ledger" aria-labelledby="proved-balances">
      <header>
        <h2 id="proved-balances">{title}</h2>
        <span className="small muted">Sums of {asOfText(Date.parse(sums.time))}</span>
      </header>
      <ul className={styles.balances}>
        {assets.map((asset) => (
          <BalanceRow key={asset.asset} {...asset} isCut={isCut} />
        ))}
      </ul>
      {isCut && (
        <p className="small muted space-above-3">
          Your proof shows only some of the entries since the sums. Your history has the others.
        </p>
      )}
    </section>
  );
}

function BalanceRow({ asset, stated, since, now, isCut }: ProvedAsset & { isCut: boolean }) {
  const change = since.reduce((sum, { amount }) => sum + amount, 0n);
  return (
    <li>
      <span className="strong">{asset}</span>
      <AmountText amount={amountOf(asset, now)} />
      {since.length > 0 && (
        <p className="small muted">
          In the sums <AmountText amount={amountOf(asset, stated)} />. {isCut ? 'The newest' : 'Since then'}{' '}
          {since.length === 1 ? '1 entry' : `${since.length} entries`}:{' '}
          <AmountText amount={amountOf(asset, change)} sign="always" />
        </p>
      )}
    </li>
  );
}
