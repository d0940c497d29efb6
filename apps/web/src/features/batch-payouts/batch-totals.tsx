import { fromExact, type BatchPayout } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { AddFundsLink } from '../../wallet-ui/ways-out.tsx';
import { countText, shortOf } from './batch-words.ts';
import styles from './batch-payouts.module.css';

type Total = BatchPayout['totals'][number];

/** What the file costs in each currency, and what the wallet has for it. */
export function BatchTotals({ batch: { totals, state } }: { batch: BatchPayout }) {
  if (totals.length === 0) return null;
  return (
    <div className={styles.totals}>
      {totals.map((total) => (
        <CurrencyTotal key={total.currency} total={total} isEnded={state === 'finished' || state === 'stopped'} />
      ))}
    </div>
  );
}

function CurrencyTotal({ total, isEnded }: { total: Total; isEnded: boolean }) {
  const { currency, count, sum_exact: sum, fees_exact: fees, total_exact: all } = total;
  const money = (text: string) => <AmountText amount={fromExact(currency, text)} />;
  return (
    <section className={styles.currency} aria-label={currencyName[currency]}>
      <FeeSummary
        lines={[
          { label: countText(count), value: money(sum) },
          { label: 'Fees', value: money(fees) },
        ]}
        total={{ label: 'Total', value: money(all) }}
      />
      {(!isEnded || fromExact(currency, total.open_exact).units > 0n) && <Available total={total} isEnded={isEnded} />}
    </section>
  );
}

function Available({ total, isEnded }: { total: Total; isEnded: boolean }) {
  const { currency, open_exact: open, available_exact: available } = total;
  const short = shortOf(total);
  return (
    <>
      <dl className={styles.available}>
        {(isEnded || open !== total.total_exact) && (
          <div>
            <dt>Not paid</dt>
            <dd>{formatAmount(fromExact(currency, open))}</dd>
          </div>
        )}
        <div>
          <dt>Available</dt>
          <dd>{formatAmount(fromExact(currency, available))}</dd>
        </div>
      </dl>
      {short && (
        <Notice icon={TriangleAlert} tone="bad">
          Your {currencyName[currency]} wallet is short by <b>{formatAmount(short)}</b>.{' '}
          <AddFundsLink currency={currency} />
        </Notice>
      )}
    </>
  );
}
