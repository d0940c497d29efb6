import type { Approval } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { approvalsQuery } from '../../../api/queries-of-approvals.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { nearDayText } from '../../../wallet-ui/day-text.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { stateBadges } from './approval-words.ts';
import { BatchLink } from './batch-link.tsx';
import { OpenApproval } from './open-approval.tsx';
import { Proposer } from '../../../wallet-ui/proposer.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import styles from './approvals.module.css';

type Asked = { readonly dialog: 'approve' | 'refuse'; readonly approval: Approval };

/** Shows the open approvals of the business, and the recently ended approvals. Mails link to this page. */
export function ApprovalsPage() {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <main className="wrap">
      <header className="page-head">
        <div>
          <h1>Approvals</h1>
          <p className="muted">
            Payments wait here when a{' '}
            <Link className="link" to="/business" search={{ tab: 'rules' }}>
              rule
            </Link>{' '}
            asks for the approval of others.
          </p>
        </div>
      </header>
      <div className={styles.lists}>
        <OpenApprovals onAsk={setAsked} />
        <EndedApprovals />
      </div>
      {asked?.dialog === 'approve' && <ApproveDialog approval={asked.approval} onClose={close} />}
      {asked?.dialog === 'refuse' && <RefuseDialog approval={asked.approval} onClose={close} />}
    </main>
  );
}

function OpenApprovals({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const { data, isError, error, isFetching, refetch } = useQuery(approvalsQuery('open'));
  return (
    <section className="ledger" aria-labelledby="open-approvals">
      <header>
        <h2 id="open-approvals">Waiting</h2>
        {data && data.length > 0 && <span className="small muted">oldest first, {data.length} open</span>}
      </header>
      {data?.length === 0 && <EmptyState title="Nothing waits">Payments that need an approval appear here.</EmptyState>}
      {data && (
        <ul>
          {data.map((approval) => (
            <OpenApproval
              key={approval.id}
              approval={approval}
              onApprove={() => onAsk({ dialog: 'approve', approval })}
              onRefuse={() => onAsk({ dialog: 'refuse', approval })}
            />
          ))}
        </ul>
      )}
      {!data &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows count={3} />
        ))}
    </section>
  );
}

function EndedApprovals() {
  const { data, isError, error, isFetching, refetch } = useQuery(approvalsQuery('ended'));
  if (data?.length === 0) return null;
  return (
    <section className="ledger" aria-labelledby="ended-approvals">
      <header>
        <h2 id="ended-approvals">Ended</h2>
        <span className="small muted">The latest 200</span>
      </header>
      {data && (
        <ul>
          {data.map((approval) => (
            <EndedApproval key={approval.id} approval={approval} />
          ))}
        </ul>
      )}
      {!data &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows count={3} />
        ))}
    </section>
  );
}

function EndedApproval({ approval }: { approval: Approval }) {
  const { title, batch_id: batch, state, approved_by: approvers, expires_at: end, reason } = approval;
  const { tone, text } = stateBadges[state];
  const ended = approval.ended_at ?? end;
  return (
    <li className={`row ${styles.ended}`}>
      <span>
        <span className={`row-title block ${styles.wraps}`}>
          <bdi>{title}</bdi>
        </span>
        <span className={`row-subtitle block ${styles.wraps}`}>
          Proposed by <Proposer {...approval} />
          {approvers.length > 0 && `, approved by ${approvers.map(({ name }) => name).join(', ')}`} ·{' '}
          <time dateTime={ended}>{nearDayText(ended)}</time>
          {batch !== null && (
            <>
              {' '}
              · <BatchLink id={batch} title={title} />
            </>
          )}
        </span>
        {reason !== null && (
          <span className={`row-subtitle block ${styles.wraps}`}>
            <bdi>{reason}</bdi>
          </span>
        )}
      </span>
      <span className="row-end">
        <Badge tone={tone}>{text}</Badge>
      </span>
    </li>
  );
}
