import './auth.css';
import { amountOf, feePercent, priceSend } from '@florin/money';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';

type AuthFrameProps = { title: string; subtitle: ReactNode; children: ReactNode };

/** The layout of the sign-in and sign-up pages: the form next to a fee example. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  return (
    <div className="auth">
      <div className="auth-l">
        <header>
          <a className="logo" href="/">
            <Logo size={30} />
          </a>
          <ThemeSwitch />
        </header>
        <main className="auth-f">
          <h1>{title}</h1>
          <p className="muted auth-s">{subtitle}</p>
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

const example = priceSend(amountOf('USD', 10_000n));

function FeeExample() {
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
