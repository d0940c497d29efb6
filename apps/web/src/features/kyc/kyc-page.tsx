import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { KycStatus } from '../../api/read/answers.ts';
import { kycDraftQuery, kycQuery } from '../../api/queries.ts';
import type { DraftOrForm } from '../../api/fallbacks.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Denied } from './denied.tsx';
import { InReview } from './in-review.tsx';
import { KycHeader } from './kyc-header.tsx';
import { NewName } from './new-name.tsx';
import { NeedsMore } from './needs-more.tsx';
import { StatusChangedContext } from './status-changed.ts';
import { VerifiedCard } from './verified-card.tsx';
import { Wizard } from './wizard.tsx';
import styles from './kyc.module.css';

/** The KYC page. The page follows the server's state, so a decision appears without a reload. */
export function KycPage() {
  const { data: status, isError, error, isFetching, refetch } = useQuery(kycQuery);
  return (
    <main className={`wrap ${styles.page}`}>
      {status ? (
        <CurrentStatus status={status} />
      ) : (
        <LoadingOrFailed failed={isError} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </main>
  );
}

function CurrentStatus({ status }: { status: KycStatus }) {
  const [first] = useState(status.status);
  return (
    <StatusChangedContext value={status.status !== first}>
      {status.new_name !== null && <NewName name={status.new_name} />}
      <StatusView key={status.new_name} status={status} />
    </StatusChangedContext>
  );
}

function StatusView({ status }: { status: KycStatus }) {
  const [startsOver, setStartsOver] = useState(false);
  switch (status.status) {
    case 'verified':
      return <VerifiedCard status={status} />;
    case 'pending':
      return <InReview status={status} />;
    case 'needs_more':
      return <WithDraft>{(draft) => <NeedsMore key={status.decided_at} status={status} draft={draft} />}</WithDraft>;
    case 'denied':
      if (!startsOver) return <Denied status={status} onStartOver={() => setStartsOver(true)} />;
      return <WithDraft>{(draft) => <Wizard status={status} draft={draft} />}</WithDraft>;
    case 'none':
      return <WithDraft>{(draft) => <Wizard status={status} draft={draft} />}</WithDraft>;
  }
}

function WithDraft({ children }: { children: (draft: DraftOrForm) => ReactNode }) {
  const { data: draft, isError, error, isFetching, refetch } = useQuery(kycDraftQuery);
  if (draft) return children(draft);
  return <LoadingOrFailed failed={isError} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}

type LoadingOrFailedProps = { failed: boolean; error: Error | null; retrying: boolean; onRetry: () => void };

function LoadingOrFailed({ failed, error, retrying, onRetry }: LoadingOrFailedProps) {
  return (
    <>
      <KycHeader title="KYC Verification" about="Verify your identity to raise your limits" />
      {failed ? (
        <LoadFailed error={error} onRetry={onRetry} retrying={retrying} />
      ) : (
        <output className={styles.wait} aria-busy>
          <Spinner size={28} />
          <span className="screen-reader">Loading</span>
        </output>
      )}
    </>
  );
}
