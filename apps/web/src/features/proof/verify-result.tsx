import { Clock, KeyRound, TriangleAlert } from 'lucide-react';
import type { Judgment, ProofReport, Step } from '../../api/proof/report.ts';
import { brandName } from '../../ui/brand.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { momentText } from '../../wallet-ui/day-text.ts';
import { useNow } from '../../wallet-ui/use-now.ts';
import { EntryList } from './entry-list.tsx';
import { Experts } from './experts.tsx';
import { FailedCheck } from './failed-check.tsx';
import { areOld } from './old-sums.ts';
import { PdfResult } from './pdf-result.tsx';
import { ProvedBalances } from './proved-balances.tsx';
import { reasonText } from './reason-text.ts';
import { StepList } from './step-list.tsx';
import { StatementResult } from './statement/statement-result.tsx';
import type { Answer, Checked } from './use-verifier.ts';
import { VerdictHead } from './verdict-head.tsx';
import styles from './proof.module.css';

/** The outcome of a file, with its checks. */
export function VerifyResult({ checked: { name, answer } }: { checked: Checked }) {
  return (
    <>
      <p className={`small muted ${styles.fileName}`}>
        Result for <bdi>{name}</bdi>
      </p>
      <AnswerView answer={answer} />
    </>
  );
}

function AnswerView({ answer }: { answer: Answer }) {
  switch (answer.kind) {
    case 'proof':
      return <ProofResult report={answer.report} text={answer.text} />;
    case 'pdf':
      return (
        <>
          <PdfResult answer={answer} />
          {answer.proof && (
            <ProofResult
              report={answer.proof.report}
              text={answer.proof.text}
              isSigned={answer.signature.outcome === 'known'}
            />
          )}
        </>
      );
    case 'statement':
      return <StatementResult verdict={answer.verdict} source={answer.source} />;
    case 'fraud':
      return <JudgmentView judgment={answer.judgment} title="The evidence holds" refused="This is no evidence" />;
    case 'checkpoint':
      return (
        <JudgmentView
          judgment={answer.judgment}
          title={`A checkpoint of ${decimalText(answer.size, 0)} entries`}
          refused="This checkpoint is not verified"
        />
      );
    case 'complaint':
      return (
        <VerdictHead tone="warn" title="This is a complaint">
          A complaint proves nothing by itself. Ask the house that it names about it.
        </VerdictHead>
      );
    case 'unreadable':
      return (
        <VerdictHead tone="warn" title="This file has no proof">
          {answer.isPdf
            ? 'This PDF has no signature and no proof. Printing or converting a PDF removes them.'
            : 'It is not a receipt, a proof, a whole statement, a checkpoint or a fraud file.'}
        </VerdictHead>
      );
    case 'unsupported':
      return (
        <VerdictHead tone="warn" title="This browser cannot check the file">
          It lacks signatures of the kind Ed25519. Update the browser, or use another one.
        </VerdictHead>
      );
  }
}

/** `isSigned`: the proof is in a PDF that this house signed. */
type ProofResultProps = { report: ProofReport; text: string; isSigned?: boolean };

function ProofResult({ report, text, isSigned = false }: ProofResultProps) {
  const isReceipt = report.email === null;
  const what = isReceipt ? 'receipt' : 'proof';
  const { ok, checkpoint, origin, entries } = report;
  return (
    <>
      {ok && (
        <VerdictHead tone="ok" title={`This ${what} is valid`}>
          {isReceipt
            ? `The payment is in the books of ${origin}, among ${decimalText(checkpoint?.size ?? 0, 0)} entries.`
            : `The balances of ${report.email} are in the books of ${origin}.`}
        </VerdictHead>
      )}
      {!ok && <FailedCheck report={report} isFile />}
      {ok && (isSigned ? <SignedKeyNotice /> : <KeyNotice keyTrusted={report.keyTrusted} />)}
      {ok && report.sums && <AgeNotice sums={report.sums} />}
      <div className={styles.columns}>
        <section className="ledger" aria-labelledby="checks">
          <header>
            <h2 id="checks">What was checked</h2>
          </header>
          <StepList steps={report.steps.filter(hasContent)} />
        </section>
        <div className={styles.column}>
          {ok && <ProvedBalances report={report} title="Balances" />}
          {ok && entries.length > 0 && <EntryList entries={entries} title={isReceipt ? 'The payment' : 'Entries'} />}
        </div>
      </div>
      <Experts report={report} text={text} />
    </>
  );
}

/** A receipt has no balances, no sums and no earlier checkpoint. */
const hasContent = ({ ok, name, numbers }: Step): boolean =>
  !ok || !['sums', 'balances', 'consistency'].includes(name) || Object.keys(numbers).length > 0;

type JudgmentViewProps = { judgment: Judgment; title: string; refused: string };

const JudgmentView = ({ judgment: { ok, detail, keyTrusted }, title, refused }: JudgmentViewProps) => (
  <>
    <VerdictHead tone={ok ? 'ok' : 'warn'} title={ok ? title : refused}>
      {reasonText(detail)}
    </VerdictHead>
    {ok && <KeyNotice keyTrusted={keyTrusted} />}
  </>
);

/** A proof never expires, but its balances become outdated. */
function AgeNotice({ sums }: { sums: { readonly time: string } }) {
  const now = useNow();
  if (!areOld(sums, now)) return null;
  return (
    <Notice icon={Clock} tone="warn">
      <b>This proof is old.</b> Its sums are of {momentText(sums.time)}, and the balances may have changed since. Ask
      for a new proof.
    </Notice>
  );
}

const SignedKeyNotice = () => (
  <Notice icon={KeyRound} tone="ok">
    <b>The key is the expected one:</b> it is in the PDF that {brandName} signed.
  </Notice>
);

const KeyNotice = ({ keyTrusted }: { keyTrusted: boolean }) =>
  keyTrusted ? (
    <Notice icon={KeyRound} tone="ok">
      <b>The key is the expected one:</b> you pasted it, or this browser knows it from your account.
    </Notice>
  ) : (
    <Notice icon={TriangleAlert} tone="warn">
      <b>The key came from the file itself.</b> So far the file only agrees with itself. Paste the key that the house
      shows on its page of public books.
    </Notice>
  );
