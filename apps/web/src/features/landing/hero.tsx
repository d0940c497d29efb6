import { buttonClass } from '../../ui/button.tsx';
import { claims } from './landing-content.ts';
import styles from './hero.module.css';

export function Hero() {
  return (
    <section className={`page-grid ${styles.hero}`}>
      <h1>Every cent, accounted for.</h1>
      <div className={styles.side}>
        <p>
          Hold dollars, euros and pounds. Send them with just an email. Buy and sell {claims.coins} cryptocurrencies.
          See the exact fee before you send.
        </p>
        <div className={styles.actions}>
          <a className={buttonClass({ variant: 'primary', size: 'l' })} href="/signup">
            Get Started Free
          </a>
          <a className={buttonClass({ size: 'l' })} href="/login">
            Sign In
          </a>
        </div>
      </div>
    </section>
  );
}
