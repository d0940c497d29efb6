import { Download, TriangleAlert } from 'lucide-react';
import type { ProofReport } from '../../api/proof/report.ts';
import { brandName } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saveFile } from '../../wallet-ui/save-file.ts';
import { reasonText } from './reason-text.ts';
import { failedTitle } from './step-words.ts';
import styles from './proof.module.css';

type FailedCheckProps = {
  report: ProofReport;
  /** The reader has the answer as a file, so a complaint would only repeat it. */
  isFile?: boolean;
};

/** Shows the mismatch and the next step, and offers the evidence as a file. */
export function FailedCheck({ report: { failure, evidence }, isFile = false }: FailedCheckProps) {
  const isFraud = evidence?.format === 'florin-fraud/1';
  const fileName = isFraud ? 'florin-fraud.json' : 'florin-complaint.json';
  return (
    <section className={styles.alarm} role="alert" aria-labelledby="failed-check">
      <Icon as={TriangleAlert} size={28} />
      <div>
        <h2 id="failed-check">{failure ? failedTitle(failure) : 'This is not a valid proof'}</h2>
        <p>{failure ? reasonText(failure.detail) : 'The answer cannot be read.'}</p>
        {!evidence && <p>Check again in a minute. If the check fails again, ask support about it.</p>}
        {evidence && isFile && !isFraud && (
          <p>The file was changed, or it was never a valid proof. Ask its sender for the original.</p>
        )}
        {evidence && (isFraud || !isFile) && (
          <>
            <p>
              {isFraud
                ? `${brandName} signed texts that contradict each other. The fraud file proves this to anyone, also without an account.`
                : 'This can be shown, but not proved to others. Save the complaint with the whole answer and ask support about it.'}
            </p>
            <Button
              variant="primary"
              onClick={() => saveFile(new Blob([evidence.text], { type: 'application/json' }), fileName)}
            >
              <Icon as={Download} size={16} />
              {isFraud ? 'Download the fraud file' : 'Download the complaint'}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
