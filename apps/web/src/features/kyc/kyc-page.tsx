import './kyc.css';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { KycStatus } from '../../api/read/answers.ts';
import { kycDraftQuery, kycQuery } from '../../api/queries.ts';
import type { DraftOrForm } from '../../api/stand-ins.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Denied } from './denied.tsx';
import { InReview } from './in-review.tsx';
import { KycHeader } from './kyc-header.tsx';
import { NewName } from './new-name.tsx';
import { NeedsMore } from './needs-more.tsx';
import { NewsContext } from './news.ts';
import { VerifiedCard } from './verified-card.tsx';
import { Wizard } from './wizard.tsx';

/** The open page follows the server: what is decided elsewhere appears here by itself. */
export function KycPage() {
  const { data: status, isError, error, isFetching, refetch } = useQuery(kycQuery);
  return (
    <main className="wrap kyc">
      {status ? (
        <Followed status={status} />
      ) : (
        <Waiting failed={isError} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </main>
  );
}

function Followed({ status }: { status: KycStatus }) {
  const [first] = useState(status.status);
  return (
    <NewsContext value={status.status !== first}>
      {status.new_name !== null && <NewName name={status.new_name} />}
      <ByStatus key={status.new_name} status={status} />
    </NewsContext>
  );
}

function ByStatus({ status }: { status: KycStatus }) {
  const [beginsAgain, setBeginsAgain] = useState(false);
  switch (status.status) {
    case 'verified':
      return <VerifiedCard status={status} />;
    case 'pending':
      return <InReview status={status} />;
    case 'needs_more':
      return <WithDraft>{(draft) => <NeedsMore key={status.decided_at} status={status} draft={draft} />}</WithDraft>;
    case 'denied':
      if (!beginsAgain) return <Denied status={status} onBeginAgain={() => setBeginsAgain(true)} />;
      return <WithDraft>{(draft) => <Wizard status={status} draft={draft} />}</WithDraft>;
    case 'none':
      return <WithDraft>{(draft) => <Wizard status={status} draft={draft} />}</WithDraft>;
  }
}

function WithDraft({ children }: { children: (draft: DraftOrForm) => ReactNode }) {
  const { data: draft, isError, error, isFetching, refetch } = useQuery(kycDraftQuery);
  if (draft) return children(draft);
  return <Waiting failed={isError} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}

type WaitingProps = { failed: boolean; error: Error | null; retrying: boolean; onRetry: () => void };

function Waiting({ failed, error, retrying, onRetry }: WaitingProps) {
  return (
    <>
      <KycHeader title="KYC Verification" about="Verify your identity to raise your limits" />
      {failed ? (
        <LoadFailed error={error} onRetry={onRetry} retrying={retrying} />
      ) : (
        <output className="kyc-wait" aria-busy>
          <Spinner size={28} />
          <span className="sr">Loading</span>
        </output>
      )}
    </>
  );
}
