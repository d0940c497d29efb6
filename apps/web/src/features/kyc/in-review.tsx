import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { KycStatus } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { LimitsAside } from './asides.tsx';
import { clockText, dayText } from '../../wallet-ui/day-text.ts';
import { KycHeader } from './kyc-header.tsx';
import styles from './kyc.module.css';

export function InReview({ status }: { status: KycStatus }) {
  const { submitted_at: sent, level, limits } = status;
  const sentAt = sent === null ? '' : `Sent ${dayText(sent)}, ${clockText(sent)}. `;
  return (
    <>
      <KycHeader title="In review" about={`${sentAt}Most checks end within a working day`} />
      <div className={`page-grid ${styles.grid}`}>
        <div className={styles.need}>
          <ol className="track">
            <li className="ok">
              <Icon as={Check} />
              <span>Sent</span>
              <span className="small muted">{sent !== null && clockText(sent)}</span>
            </li>
            <li className="on" aria-current="step">
              <Spinner />
              <span>A person reviews your documents</span>
              <span className="small muted">usually under a day</span>
            </li>
            <li>
              <span className="hollow" />
              <span>We email you and notify you here</span>
            </li>
          </ol>
          <p className={`small muted ${styles.until}`}>
            Your Level {level} limits still apply: <AmountText amount={fromExact('USD', limits.daily_exact)} /> each
            day, <AmountText amount={fromExact('USD', limits.monthly_exact)} /> each month.
          </p>
          <div className="actions">
            <Link className={buttonClass()} to={paths.dashboard}>
              Back to Dashboard
            </Link>
          </div>
        </div>
        <LimitsAside status={status} />
      </div>
    </>
  );
}
