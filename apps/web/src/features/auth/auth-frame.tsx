import { amountOf, feePercent, priceSend } from '@florin/money';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import styles from './auth.module.css';
import { fees } from '../../api/fees.ts';

type AuthFrameProps = { title: string; subtitle: ReactNode; children: ReactNode };

/** The layout of the sign-in and sign-up pages: the form next to a fee example. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  return (
    <div className={styles.page}>
      <div className={styles.left}>
        <header>
          <a className="logo" href="/">
            <Logo size={30} />
          </a>
          <ThemeSwitch />
        </header>
        <main className={styles.form}>
          <h1>{title}</h1>
          <p className={`muted ${styles.subtitle}`}>{subtitle}</p>
          {children}
        </main>
        <footer className="small muted">
          <a className="reaches" href="/">
            Back to home
          </a>
        </footer>
      </div>
      <FeeExample />
    </div>
  );
}

const example = priceSend(amountOf('USD', 10_000n), fees.send);

function FeeExample() {
  return (
    <aside className={`${styles.right} slab`} aria-label="What a payment costs">
      <Rosette size={900} />
      <div className={styles.figure}>
        <p className="muted">Jonas gets</p>
        <p className="figure figure-hero">
          <AmountText amount={example.amount} />
        </p>
        <FeeSummary
          large={false}
          lines={[{ label: `Fee (${feePercent(fees.send)})`, value: <AmountText amount={example.fee} /> }]}
          total={{ label: 'You pay', value: <AmountText amount={example.total} /> }}
        />
        <p className={styles.say}>See the exact fee before you send.</p>
      </div>
    </aside>
  );
}
