import { endpoints, type OpenSession } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Laptop, MonitorSmartphone, Smartphone, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '../../../api/client.ts';
import { sessionsQuery } from '../../../api/queries.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useRefreshSecurity } from './use-refresh-security.ts';
import styles from './security.module.css';

export function SessionsSection() {
  const { data, isError, error, isFetching, refetch } = useQuery(sessionsQuery);
  const [confirming, setConfirming] = useState(false);
  const id = useId();
  return (
    <section className="ledger" aria-labelledby={id}>
      <header>
        <h2 id={id}>Sessions</h2>
        {data && data.length > 1 && (
          <Button size="s" onClick={() => setConfirming(true)}>
            Sign out all others
          </Button>
        )}
      </header>
      {data?.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
      {!data && isError && <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !isError && <SkeletonRows count={2} />}
      {confirming && data && <SignOutOthersDialog sessions={data} onClose={() => setConfirming(false)} />}
    </section>
  );
}

function SignOutOthersDialog({ sessions, onClose }: { sessions: readonly OpenSession[]; onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const ending = useCommand({
    call: () => api.call(endpoints.endOtherSessions),
    onDone: () => {
      refresh();
      onClose();
    },
  });
  const others = sessions.length - 1;
  const othersText = others === 1 ? '1 other session' : `${others} other sessions`;
  return (
    <ConfirmDialog
      title="Sign out all others?"
      description={`This ends ${othersText}. You stay signed in here.`}
      action="Sign out all others"
      busyText="Signing out..."
      command={ending}
      onClose={onClose}
    />
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const { device, kind, network, current, new_device: isNew } = session;
  return (
    <div className={styles.device}>
      <Icon as={icons[kind]} size={22} />
      <div>
        <span className={styles.deviceName}>
          <b className="strong">{device}</b>
          {current && <Badge tone="ok">This device</Badge>}
          {isNew && !current && <Badge tone="low">New device</Badge>}
        </span>
        <p className="small muted">
          {network} · {current ? 'now' : transactionWhen(session.last_seen_at)}
        </p>
      </div>
      {current ? <span /> : <SignOut session={session} />}
    </div>
  );
}

const icons: Record<OpenSession['kind'], LucideIcon> = {
  desktop: Laptop,
  phone: Smartphone,
  other: MonitorSmartphone,
};

function SignOut({ session: { id, device } }: { session: OpenSession }) {
  const refresh = useRefreshSecurity();
  const { run, busy } = useCommand({
    call: () => api.call(endpoints.endOneSession, { params: { id } }),
    // Also reloads after an error, because the session may have ended already.
    onSettled: refresh,
    onFailed: (error) => toast.error(troubleText(error)),
  });
  return (
    <Button variant="quiet" size="s" busy={busy} onClick={() => run(undefined)} aria-label={`Sign out ${device}`}>
      Sign out
    </Button>
  );
}
