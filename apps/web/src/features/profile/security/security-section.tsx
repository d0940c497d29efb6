import type { SecurityState } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { NotOffered } from '../../../api/not-offered.ts';
import { securityQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { nearDayText } from '../../../wallet-ui/day-text.ts';
import { useScrollToHash } from '../use-scroll-to-hash.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { TwoFactorDialog } from './two-factor/two-factor-dialog.tsx';
import { onDay } from './on-day.ts';
import styles from '../set-row.module.css';

export function SecuritySection() {
  const { data, isError, error, isFetching, refetch } = useQuery(securityQuery);
  const id = useId();
  useScrollToHash('security', data !== undefined);
  return (
    <section className="ledger" id="security" aria-labelledby={id}>
      <header>
        <h2 id={id}>Security</h2>
      </header>
      {data && <Protection state={data} />}
      {error instanceof NotOffered && <DisabledButtons />}
      {!data && isError && !(error instanceof NotOffered) && (
        <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !isError && <SkeletonRows count={2} />}
    </section>
  );
}

/** Disabled buttons for a server that offers neither action. */
const DisabledButtons = () =>
  ['Change Password', 'Two-Factor Authentication'].map((label) => (
    <div className={styles.row} key={label}>
      <Button size="s" reason="This server does not offer this.">
        {label}
      </Button>
    </div>
  ));

function Protection({ state }: { state: SecurityState }) {
  const [open, setOpen] = useState<'password' | 'two-factor'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className={styles.row}>
        <div>
          <b className="strong">Password</b>
          <p className="small muted">Changed {onDay(state.password_changed_at)}</p>
        </div>
        <Button size="s" onClick={() => setOpen('password')}>
          Change Password
        </Button>
      </div>
      <div className={styles.row}>
        <div>
          <b className="strong">Second factor</b>
          <p className="small muted">{factorText(state)}</p>
        </div>
        <Button size="s" onClick={() => setOpen('two-factor')}>
          Two-Factor Authentication
        </Button>
      </div>
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
      {open === 'two-factor' && <TwoFactorDialog state={state} onClose={close} />}
    </>
  );
}

const factorText = ({ two_factor_since: since, recovery_codes_left: left }: SecurityState) =>
  since === null
    ? 'Off. A stolen password alone is enough to sign in'
    : `Authenticator app, on since ${nearDayText(since)} · ${left} of 10 recovery codes left`;
