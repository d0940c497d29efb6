import { endpoints, roleTitles, type BusinessInvitationView } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api, leave } from '../../api/client.ts';
import { refusalCode, troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { inBusiness, paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { useTokenOfLink } from '../../wallet-ui/use-token-of-link.ts';
import { roleAbouts } from './business-words.ts';
import styles from './business.module.css';

/** The invitation of a mailed link. Visitors sign in first and then return to this page (routes/guards.ts). */
export function JoinBusinessPage() {
  const token = useTokenOfLink(paths.joinBusiness);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['business-invitation', token],
    queryFn: ({ signal }) => api.call(endpoints.lookUpBusinessInvitation, { body: { token } }, { signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [declined, setDeclined] = useState(false);
  const isInvalid = token === '' || refusalCode(error) !== undefined;
  return (
    <main className={`wrap ${styles.join}`}>
      {declined ? (
        <Outcome title="Invitation declined">The business was told. You can close this page.</Outcome>
      ) : data ? (
        <Invitation token={token} invitation={data} onDeclined={() => setDeclined(true)} />
      ) : isInvalid ? (
        <Outcome title="This invitation is not valid">
          {token === '' ? 'Open the link of the email again.' : troubleText(error)}
        </Outcome>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </main>
  );
}

type InvitationProps = { token: string; invitation: BusinessInvitationView; onDeclined: () => void };

function Invitation({ token, invitation, onDeclined }: InvitationProps) {
  const { business, invited_by: inviter, role } = invitation;
  const acceptance = useCommand({
    call: () => api.call(endpoints.acceptBusinessInvitation, { body: { token } }),
    onDone: ({ handle }) => leave(inBusiness(handle, paths.dashboard)),
  });
  const refusal = useCommand({
    call: () => api.call(endpoints.declineBusinessInvitation, { body: { token } }),
    onDone: onDeclined,
  });
  const error = acceptance.error ?? refusal.error;
  return (
    <section className={`sheet ${styles.invitation}`} aria-labelledby="invitation">
      <h1 id="invitation">
        Join <bdi>{business}</bdi>
      </h1>
      <p className={styles.text}>
        <bdi>{inviter}</bdi> invites you to act for <bdi>{business}</bdi> as <b>{roleTitles[role].toLowerCase()}</b>.{' '}
        {roleAbouts[role]}
      </p>
      <p className="small muted">
        You use your own sign-in. Your personal money and history stay private and separate.
      </p>
      <ConfirmEmailFirst to="join" />
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button
          variant="primary"
          size="l"
          busy={acceptance.busy}
          disabled={refusal.busy}
          needsServer
          onClick={() => acceptance.run(undefined)}
        >
          {acceptance.busy ? 'Joining...' : 'Join'}
        </Button>
        <Button
          size="l"
          busy={refusal.busy}
          disabled={acceptance.busy}
          needsServer
          onClick={() => refusal.run(undefined)}
        >
          Decline
        </Button>
      </div>
    </section>
  );
}

function Outcome({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`sheet ${styles.invitation}`} aria-labelledby="invitation">
      <h1 id="invitation">{title}</h1>
      <p className={styles.text}>{children}</p>
      <Link className={buttonClass({ variant: 'primary' })} to={paths.dashboard}>
        Dashboard
      </Link>
    </section>
  );
}
