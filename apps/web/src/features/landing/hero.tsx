import { buttonClass } from '../../ui/button.tsx';
import { claims } from './landing-content.ts';

export function Hero() {
  return (
    <section className="hero">
      <h1>Every cent, accounted for.</h1>
      <div className="hero-s">
        <p>
          Hold dollars, euros and pounds. Send them with just an email. Buy and sell {claims.coins} cryptocurrencies.
          See the exact fee before you send.
        </p>
        <div className="hero-a">
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
