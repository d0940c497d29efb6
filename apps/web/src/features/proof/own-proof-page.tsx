import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useMay } from '../../api/may.ts';
import { ownProofQuery } from '../../api/proof/own-proof-query.ts';
import { lastOutcome } from '../../api/proof/proof-store.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { brandName } from '../../ui/brand.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useConnection } from '../../ui/connection.ts';
import { Icon } from '../../ui/icon.tsx';
import { calmAgeWords } from '../../wallet-ui/age-words.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { useNow } from '../../wallet-ui/use-now.ts';
import { CheckedProof } from './checked-proof.tsx';
import { NotProved } from './not-proved.tsx';
import { StepSkeleton } from './step-list.tsx';
import { VerdictHead } from './verdict-head.tsx';
import statementStyles from './statement/statement.module.css';
import styles from './proof.module.css';

/** The account's own proof, which this browser checks without trusting the server. */
export function OwnProofPage() {
  const { data, error, isFetching, refetch } = useQuery(ownProofQuery);
  return (
    <main className={`wrap ${styles.page}`}>
      <header className={`page-head ${styles.head}`}>
        <div>
          <h1>Your proof</h1>
          <p>Your browser checks the books of {brandName}, without trusting the server.</p>
        </div>
        {(data || isFetching) && (
          <Button needsServer busy={isFetching} onClick={() => void refetch()}>
            {!isFetching && <Icon as={RefreshCw} size={16} />}
            Check again
          </Button>
        )}
      </header>
      {data ? (
        <CheckedProof proof={data} error={isFetching ? null : error} onRetry={() => void refetch()} />
      ) : isFetching ? (
        <Checking />
      ) : (
        <NotChecked error={error} onRetry={() => void refetch()} />
      )}
      <ShareSection />
    </main>
  );
}

/** Links to statements for others, which need the right to export. */
function ShareSection() {
  if (!useMay('export')) return null;
  return (
    <section className={`ledger ${statementStyles.part}`} aria-labelledby="share">
      <header>
        <h2 id="share">Share a statement</h2>
      </header>
      <p className={statementStyles.said}>
        Let {brandName} sign one fact, such as “the balance is at least $1,000.00”, for others to check.
      </p>
      <Link className={buttonClass({ size: 's' })} to={paths.shareStatement}>
        Share a statement
      </Link>
    </section>
  );
}

const Checking = () => (
  <div aria-busy>
    <VerdictHead tone="plain" title="Checking…">
      The books are being checked in this browser.
    </VerdictHead>
    <div className={styles.columns}>
      <section className="ledger" aria-labelledby="checks">
        <header>
          <h2 id="checks">What was checked</h2>
        </header>
        <StepSkeleton />
      </section>
    </div>
  </div>
);

function NotChecked({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { user } = useSession();
  const { online } = useConnection();
  const now = useNow();
  const last = user ? lastOutcome(user.id) : undefined;
  const isIncapable = error?.name === 'CannotCheck';
  return (
    <>
      {isIncapable ? (
        <VerdictHead tone="plain" title="This browser cannot check the books">
          It lacks signatures of the kind Ed25519. Update the browser, or use another one.
        </VerdictHead>
      ) : (
        <VerdictHead tone="plain" title={last ? (last.ok ? 'Verified earlier' : 'Not verified') : 'Not verified yet'}>
          {last && `The last check in this browser ${last.ok ? 'passed' : 'failed'} ${calmAgeWords(now - last.at)}.`}
        </VerdictHead>
      )}
      {!isIncapable && (
        <LoadFailed message={online ? 'Could not get the proof' : 'Could not check'} error={error} onRetry={onRetry} />
      )}
      <NotProved />
    </>
  );
}
