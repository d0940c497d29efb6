import './security.css';
import { endpoints, type OpenSession } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../api/client.ts';
import { sessionsQuery } from '../../../api/queries.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SessionRow } from './session-row.tsx';
import { useRefreshSecurity } from './use-refresh-security.ts';

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
