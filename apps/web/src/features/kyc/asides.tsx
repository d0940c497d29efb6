import { formatParts } from '@florin/money';
import { CameraOff, Check, LockKeyhole } from 'lucide-react';
import type { KycStatus } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './kyc.module.css';

/** Compares the limits before and after verification. */
export function LimitsAside({ status, locked = false }: { status: KycStatus; locked?: boolean }) {
  const { level, limits, next_limits: next } = status;
  return (
    <aside className={styles.aside}>
      <header className="rule-head">
        <h2>What changes</h2>
      </header>
      <table className={styles.limits}>
        <thead>
          <tr>
            <th scope="col">
              <span className="screen-reader">Limit</span>
            </th>
            <th scope="col">Level {level}, now</th>
            {next && <th scope="col">Level 2</th>}
          </tr>
        </thead>
        <tbody>
          <LimitRow name="Each day" now={limits.daily_exact} then={next?.daily_exact} />
          <LimitRow name="Each month" now={limits.monthly_exact} then={next?.monthly_exact} />
        </tbody>
      </table>
      <p className="small muted">Limits count what you send and withdraw, in US dollars.</p>
      {locked && (
        <p className={`small muted ${styles.list}`}>
          <Icon as={LockKeyhole} size={16} />
          Your documents are encrypted. Only reviewers can open them, and we record every access.
        </p>
      )}
    </aside>
  );
}

function LimitRow({ name, now, then }: { name: string; now: string; then: string | undefined }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <WholeDollars exact={now} />
      </td>
      {then !== undefined && (
        <td>
          <WholeDollars exact={then} />
        </td>
      )}
    </tr>
  );
}

/** Shows cents only if they are not zero. */
function WholeDollars({ exact }: { exact: string }) {
  const { currency, major, minor } = formatParts(fromExact('USD', exact));
  return (
    <span className="amount">
      <span className="amount-currency">{currency}</span>
      {major}
      {minor !== '.00' && <span className="amount-minor">{minor}</span>}
    </span>
  );
}

const tips = ['Light from the front, no window behind you', 'No hat, no sunglasses', 'Your whole face in the oval'];

export function SelfieAside() {
  return (
    <aside className={styles.aside}>
      <header className="rule-head">
        <h2>Photo tips</h2>
      </header>
      <ul className={styles.tips}>
        {tips.map((tip) => (
          <li key={tip}>
            <Icon as={Check} size={16} />
            {tip}
          </li>
        ))}
      </ul>
      <p className={`small muted ${styles.list}`}>
        <Icon as={CameraOff} size={16} />
        Camera blocked? Allow it in the address bar, or upload a photo: JPG, PNG, max 5MB.
      </p>
    </aside>
  );
}
