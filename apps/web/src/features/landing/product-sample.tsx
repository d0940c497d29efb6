import { feePercent, formatAmount } from '@florin/money';
import { clsx } from 'clsx';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { sample } from './landing-content.ts';
import { balanceLine, pathThrough } from './sample-lines.ts';

/** Shows a static preview of the product with its fee. It has no working controls. */
export function ProductSample() {
  return (
    <section className="slab show" aria-label="Product preview with sample data">
      <SampleBalance />
      <div className="show-r">
        <SamplePayment />
      </div>
    </section>
  );
}

function SampleBalance() {
  return (
    <div className="show-l">
      <p className="muted">Total Balance</p>
      <p className="fig fig-hero" data-rolls-to={String(sample.arrival.totalBalance.units)}>
        <AmountText amount={sample.totalBalance} />
      </p>
      <p className="dash-sub">
        <span className="show-before">
          <Delta percent={sample.changeToday} /> <span className="muted">today</span>
        </span>
        <span className="show-after">
          <AmountText amount={sample.arrival.amount} sign="always" tone="in" />{' '}
          <span className="muted">from {sample.arrival.from}</span>
        </span>
      </p>
      <div className="plot dash-plot h-[190px]">
        <svg viewBox="0 0 1000 190" preserveAspectRatio="none" aria-hidden>
          <path className="area" d={`${line}L1000 190L0 190Z`} />
          <path className="line" d={line} />
        </svg>
        <i className="dot top-[6.21%] left-full" />
      </div>
      <div className="axis-x dash-x">
        {sample.days.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
    </div>
  );
}

const line = pathThrough(balanceLine, 1000);

function SamplePayment() {
  const { recipient, payment } = sample;
  return (
    <div className="sheet">
      <p className="label m-0">Send Money</p>
      <div className="show-to">
        <Avatar name={recipient.name} />
        <span>
          <b className="strong">{recipient.name}</b>
          <br />
          <span className="small muted">{recipient.email}</span>
        </span>
      </div>
      <p className="fig fig-l">
        <AmountText amount={payment.amount} />
      </p>
      <FeeSummary
        large={false}
        lines={[{ label: `Fee (${feePercent('send')})`, value: <AmountText amount={payment.fee} /> }]}
        total={{ label: 'Total', value: <AmountText amount={payment.total} /> }}
      />
      <span
        className={clsx(buttonClass({ variant: 'primary', size: 'l', block: true }), 'pointer-events-none')}
        aria-hidden
      >
        Send {formatAmount(payment.total)}
      </span>
    </div>
  );
}
