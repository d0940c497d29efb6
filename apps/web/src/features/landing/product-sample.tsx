import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { ConfiguredAmount } from './configured-amount.tsx';
import { sample } from './landing-content.ts';
import { balanceLine, pathThrough } from './sample-lines.ts';
import styles from './hero.module.css';

/** Shows a static preview of the product with its fee, without working controls. */
export function ProductSample() {
  return (
    <section className={`slab ${styles.show}`} aria-label="Product preview with sample data">
      <SampleBalance />
      <div className={styles.showRight}>
        <SamplePayment />
      </div>
    </section>
  );
}

function SampleBalance() {
  return (
    <div className={styles.showLeft}>
      <p className="muted">Total Balance</p>
      <p className="figure figure-hero" data-rolls-to={String(sample.arrival.totalBalance.units)}>
        <AmountText amount={sample.totalBalance} />
      </p>
      <p className="dashboard-subline">
        <span className={styles.showBefore}>
          <Delta percent={sample.changeToday} /> <span className="muted">today</span>
        </span>
        <span className={styles.showAfter}>
          <AmountText amount={sample.arrival.amount} sign="always" tone="in" />{' '}
          <span className="muted">from {sample.arrival.from}</span>
        </span>
      </p>
      <div className={`plot ${styles.plot}`}>
        <svg viewBox="0 0 1000 190" preserveAspectRatio="none" aria-hidden>
          <path className="area" d={`${line}L1000 190L0 190Z`} />
          <path className="line" d={line} />
        </svg>
        <i className="dot" />
      </div>
      <div className={`axis-x ${styles.axis}`}>
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
      <p className="label">Send Money</p>
      <div className={styles.showTo}>
        <Avatar name={recipient.name} />
        <span>
          <b className="strong">{recipient.name}</b>
          <br />
          <span className="small muted">{recipient.email}</span>
        </span>
      </div>
      <p className="figure figure-large">
        <AmountText amount={payment} />
      </p>
      <FeeSummary
        large={false}
        lines={[{ label: 'Fee ({{send.fee}})', value: <ConfiguredAmount name="sample.fee" /> }]}
        total={{ label: 'Total', value: <ConfiguredAmount name="sample.total" /> }}
      />
      <span className={buttonClass({ variant: 'primary', size: 'l', block: true })} aria-hidden>
        Send {'{{sample.total}}'}
      </span>
    </div>
  );
}
