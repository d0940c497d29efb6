import { amountOf, feePercent, priceSend } from '@florin/money';
import { Rosette } from '../../ui/rosette.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';

const example = priceSend(amountOf('USD', 10_000n));

export function FeeExample() {
  return (
    <aside className="auth-r slab" aria-label="What a payment costs">
      <Rosette size={900} />
      <div className="auth-fig">
        <p className="muted">Jonas gets</p>
        <p className="fig fig-hero">
          <AmountText amount={example.amount} />
        </p>
        <FeeSummary
          large={false}
          lines={[{ label: `Fee (${feePercent('send')})`, value: <AmountText amount={example.fee} /> }]}
          total={{ label: 'You pay', value: <AmountText amount={example.total} /> }}
        />
        <p className="auth-say">See the exact fee before you send.</p>
      </div>
    </aside>
  );
}
