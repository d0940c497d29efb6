import type { KycStatus } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fromExact } from '../../api/exact.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { Status } from '../../ui/status.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { dayText } from '../../wallet-ui/day-text.ts';
import { KycHeader } from './kyc-header.tsx';

export function VerifiedCard({ status: { level, limits, decided_at: since } }: { status: KycStatus }) {
  return (
    <>
      <KycHeader title="KYC Verification" about="You have access to all features" />
      <section className="slab verified" aria-labelledby="kyc-verified">
        <div>
          <Rosette size={720} />
          <Status tone="ok">
            Level {level}
            {since !== null && `, since ${dayText(since)}`}
          </Status>
          <h2 className="big" id="kyc-verified">
            KYC Verified!
          </h2>
          <p className="muted">Your identity is confirmed and you have access to all features.</p>
        </div>
        <div>
          <h3 className="h2">Your limits</h3>
          <dl className="sum">
            <Line name="Level">{level}</Line>
            <Line name="Daily limit">
              <Dollars exact={limits.daily_exact} />
            </Line>
            <Line name="Used today">
              <Dollars exact={limits.used_today_exact} />
            </Line>
            <Line name="Monthly limit">
              <Dollars exact={limits.monthly_exact} />
            </Line>
            <Line name="Used this month">
              <Dollars exact={limits.used_this_month_exact} />
            </Line>
          </dl>
          <Link className={buttonClass({ variant: 'slab', size: 'l', block: true })} to={paths.dashboard}>
            Back to Dashboard
          </Link>
        </div>
      </section>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Dollars = ({ exact }: { exact: string }) => <AmountText amount={fromExact('USD', exact)} />;
