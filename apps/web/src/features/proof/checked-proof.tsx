import { Clock, WifiOff } from 'lucide-react';
import type { OwnProof } from '../../api/proof/own-proof.ts';
import { forgetSeenLog } from '../../api/proof/proof-store.ts';
import type { ProofReport } from '../../api/proof/report.ts';
import { brandName } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { useConnection } from '../../ui/connection.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { asOfText } from '../../wallet-ui/as-of.tsx';
import { calmAgeWords } from '../../wallet-ui/age-words.ts';
import { momentText } from '../../wallet-ui/day-text.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { useNow } from '../../wallet-ui/use-now.ts';
import { EntryList } from './entry-list.tsx';
import { Experts } from './experts.tsx';
import { FailedCheck } from './failed-check.tsx';
import { NotProved } from './not-proved.tsx';
import { areOld } from './old-sums.ts';
import { ProvedBalances } from './proved-balances.tsx';
import { StepList } from './step-list.tsx';
import { SumsTable } from './sums-table.tsx';
import { VerdictHead } from './verdict-head.tsx';
import styles from './proof.module.css';

type CheckedProofProps = { proof: OwnProof; error: Error | null; onRetry: () => void };

/** The outcome of a check with its numbers. For a failed check, shows only the passed parts. */
export function CheckedProof({ proof, error, onRetry }: CheckedProofProps) {
  const { report, text, ms } = proof;
  const isProved = (...names: string[]) =>
    names.every((name) => report.steps.some((one) => one.name === name && one.ok));
  return (
    <>
      <Outcome proof={proof} onRetry={onRetry} />
      <Notices proof={proof} error={error} onRetry={onRetry} />
      <div className={styles.columns}>
        <section className="ledger" aria-labelledby="checks">
          <header>
            <h2 id="checks">What was checked</h2>
          </header>
          <StepList steps={report.steps} />
        </section>
        <div className={styles.column}>
          {isProved('sums', 'balances', 'entries') && <ProvedBalances report={report} title="Your balances" />}
          {isProved('entries') && report.entries.length > 0 && (
            <EntryList entries={report.entries} title="Your newest entries" />
          )}
        </div>
      </div>
      {report.sums && isProved('sums') && (
        <section className="ledger" aria-labelledby="sums">
          <header>
            <h2 id="sums">What {brandName} owes in all</h2>
            <span className="small muted">As of {asOfText(Date.parse(report.sums.time))}</span>
          </header>
          <SumsTable assets={report.sums.assets} label="What is owed per asset" />
        </section>
      )}
      <NotProved />
      <Experts report={report} text={text} ms={ms} />
    </>
  );
}

function Outcome({ proof: { report, at }, onRetry }: Omit<CheckedProofProps, 'error'>) {
  const now = useNow();
  if (report.ok)
    return (
      <VerdictHead tone="ok" title="Verified">
        Checked {calmAgeWords(now - at)} · the books have {decimalText(report.checkpoint?.size ?? 0, 0)} entries
      </VerdictHead>
    );
  return (
    <>
      <FailedCheck report={report} />
      <StartOver report={report} onRetry={onRetry} />
    </>
  );
}

/** A reinstalled server has a new log. Only the member can know about a reinstallation. */
function StartOver({ report: { failure }, onRetry }: { report: ProofReport; onRetry: () => void }) {
  if (failure?.name !== 'signature' && failure?.name !== 'consistency') return null;
  const startOver = () => {
    forgetSeenLog();
    onRetry();
  };
  return (
    <div className={styles.startOver}>
      <p className="small muted">
        Do you know that this server was set up again, for example as a test? Then this browser can forget the key and
        the checkpoint that it saw, and trust the ones that it sees next.
      </p>
      <Button size="s" needsServer onClick={startOver}>
        Forget what this browser saw
      </Button>
    </div>
  );
}

const hourMs = 3_600_000;

function Notices({ proof: { report, at }, error, onRetry }: CheckedProofProps) {
  const now = useNow();
  const { online } = useConnection();
  const { ok, sums } = report;
  if (!online)
    return (
      <Notice icon={WifiOff}>
        <b>This is the check of {momentText(new Date(at).toISOString())}.</b> The next one needs a connection.
      </Notice>
    );
  if (error) return <LoadFailed message="Could not check again" error={error} onRetry={onRetry} />;
  if (now - at > hourMs)
    return (
      <Notice icon={Clock} tone="warn">
        <b>This check is older than an hour.</b> Check again to include the newest entries.
      </Notice>
    );
  if (ok && sums && areOld(sums, at))
    return (
      <Notice icon={Clock} tone="warn">
        <b>The sums are old.</b> {brandName} should state them every hour. The last ones are of {momentText(sums.time)}.
      </Notice>
    );
  return null;
}
