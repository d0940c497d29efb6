import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { claims } from './landing-content.ts';
import {
  CoinPrices,
  HiddenFigure,
  RecentPayments,
  TransactionSpeed,
  SecurityList,
  WorldRates,
} from './feature-fragments.tsx';
import styles from './feature-grid.module.css';

export function FeatureGrid() {
  return (
    <section className={styles.features}>
      <h2 className={styles.sectionTitle}>
        Six things,
        <br />
        done right.
      </h2>
      <div className={styles.featureGrid}>
        <Feature wide title="Send & Receive Money" text="Send and receive money instantly using just an email.">
          <RecentPayments />
        </Feature>
        <Feature
          wide
          title="Buy & Sell Crypto"
          text={`${claims.coins} cryptocurrencies, low fees, instant settlement.`}
        >
          <CoinPrices />
        </Feature>
        <Feature title="Bank-Level Security" text="Hashed passwords and an append-only ledger.">
          <SecurityList />
        </Feature>
        <Feature title="Lightning Fast" text="Transactions are completed in seconds.">
          <TransactionSpeed />
        </Feature>
        <Feature title="Global Reach" text={`Over ${claims.countries.replace('+', '')} countries and territories.`}>
          <WorldRates />
        </Feature>
        <Feature title="Privacy First" text="Your financial data is encrypted and never shared without consent.">
          <HiddenFigure />
        </Feature>
      </div>
    </section>
  );
}

type FeatureProps = { title: string; text: string; wide?: boolean; children: ReactNode };

/** Shows a feature with an illustration, which is hidden from screen readers. */
function Feature({ title, text, wide = false, children }: FeatureProps) {
  return (
    <article className={clsx(styles.feature, wide && styles.wide)}>
      <h3>{title}</h3>
      <p className="muted">{text}</p>
      <div className={styles.fragment} aria-hidden>
        {children}
      </div>
    </article>
  );
}
