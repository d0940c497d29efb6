import { Link } from '@tanstack/react-router';
import { IdCard } from 'lucide-react';
import type { KycStatus } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import { Status } from '../../ui/status.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { dayText } from '../../wallet-ui/day-text.ts';
import { KycHeader } from './kyc-header.tsx';
import styles from './kyc.module.css';

export function VerifiedCard({ status }: { status: KycStatus }) {
  const { level, limits, decided_at: since, reasons } = status;
  return (
    <>
      <KycHeader title="KYC Verification" about="You have access to all features" />
      <section className={`slab ${styles.verified}`} aria-labelledby="kyc-verified">
        <div>
          <Rosette size={720} />
          <Status tone="ok">
            Level {level}
            {since !== null && reasons.length === 0 && `, since ${dayText(since)}`}
          </Status>
          <h2 className={styles.big} id="kyc-verified">
            KYC Verified!
          </h2>
          <p className="muted">Your identity is confirmed and you have access to all features.</p>
          {reasons.length > 0 && (
            <Notice icon={IdCard} tone="warn">
              <b>We could not verify your new name.</b> {reasons.map(({ reason }) => reason).join(' ')} Your account
              keeps its verified name.
            </Notice>
          )}
        </div>
        <div>
          <h3 className="heading-2">Your limits</h3>
          <dl className="sum">
            <Fact name="Level">{level}</Fact>
            <Fact name="Daily limit">
              <Dollars exact={limits.daily_exact} />
            </Fact>
            {limits.used_today_exact !== undefined && (
              <Fact name="Used today">
                <Dollars exact={limits.used_today_exact} />
              </Fact>
            )}
            <Fact name="Monthly limit">
              <Dollars exact={limits.monthly_exact} />
            </Fact>
            {limits.used_this_month_exact !== undefined && (
              <Fact name="Used this month">
                <Dollars exact={limits.used_this_month_exact} />
              </Fact>
            )}
          </dl>
          <Link className={buttonClass({ variant: 'slab', size: 'l', block: true })} to={paths.dashboard}>
            Back to Dashboard
          </Link>
        </div>
      </section>
    </>
  );
}

const Dollars = ({ exact }: { exact: string }) => <AmountText amount={fromExact('USD', exact)} />;
