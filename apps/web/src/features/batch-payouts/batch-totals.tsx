import { fromExact, type BatchPayout, type BatchPayoutState } from '@florin/contract';
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

/** Shows the costs of the file in each currency, and the available balance for them. */
export function BatchTotals({ batch: { totals, state } }: { batch: BatchPayout }) {
  if (totals.length === 0) return null;
  return (
    <div className={styles.totals}>
      {totals.map((total) => (
        <CurrencyTotal key={total.currency} total={total} state={state} />
      ))}
    </div>
  );
}

type TotalProps = { total: Total; state: BatchPayoutState };

function CurrencyTotal({ total, state }: TotalProps) {
  const { currency, count, sum_exact: sum, fees_exact: fees, total_exact: all, open_exact: open } = total;
  const money = (text: string) => <AmountText amount={fromExact(currency, text)} />;
  const isOpen = fromExact(currency, open).units > 0n;
  return (
    <section className={styles.currency} aria-label={currencyName[currency]}>
      <FeeSummary
        lines={[
          { label: state === 'invalid' ? `${countText(count)} without errors` : countText(count), value: money(sum) },
          { label: 'Fees', value: money(fees) },
        ]}
        total={{ label: 'Total', value: money(all) }}
      />
      {isOpen && state !== 'invalid' && <Available total={total} />}
    </section>
  );
}

/** Shows the costs of the unpaid rows, and the available balance for them. */
function Available({ total }: { total: Total }) {
  const { currency, open_exact: open, available_exact: available } = total;
  const short = shortOf(total);
  return (
    <>
      <dl className={styles.available}>
        {open !== total.total_exact && (
          <div>
            <dt>Not paid yet</dt>
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
