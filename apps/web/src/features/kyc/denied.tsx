import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { serverDate } from '../../api/server-time.ts';
import type { KycStatus } from '../../api/read/answers.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LimitsAside } from './asides.tsx';
import { clockText, dayText } from '../../wallet-ui/day-text.ts';
import { KycHeader } from './kyc-header.tsx';
import styles from './kyc.module.css';

/** Shows why the verification was denied and when the member can start over. */
export function Denied({ status, onStartOver }: { status: KycStatus; onStartOver: () => void }) {
  const { decided_at: at, reasons, may_retry_at: mayRetryAt } = status;
  return (
    <>
      <KycHeader
        title="We could not verify you"
        about={`Decided${at === null ? '' : ` on ${dayText(at)}`}. Your account and limits stay the same`}
      />
      <div className={`page-grid ${styles.grid}`}>
        <div className={styles.need}>
          <header className="rule-head">
            <h2>Why</h2>
          </header>
          {reasons.map(({ item, reason }) => (
            <p className={styles.item} key={`${item} ${reason}`}>
              <span className="way bad">
                <Icon as={X} />
              </span>
              <b className="strong">{reason}</b>
            </p>
          ))}
          <div className={`actions ${styles.ends}`}>
            <Button
              variant="primary"
              size="l"
              className={styles.send}
              reason={waitReason(mayRetryAt)}
              onClick={onStartOver}
            >
              Start over
            </Button>
            <Link className={buttonClass({ size: 'l' })} to={paths.dashboard}>
              Back to Dashboard
            </Link>
          </div>
        </div>
        <LimitsAside status={status} />
      </div>
    </>
  );
}

function waitReason(mayRetryAt: string | null, now = serverDate()): string | undefined {
  if (mayRetryAt === null || new Date(mayRetryAt) <= now) return undefined;
  return `You can start over from ${dayText(mayRetryAt)}, ${clockText(mayRetryAt)}.`;
}
