import { endpoints } from '@florin/contract';
import { Download } from 'lucide-react';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDownload } from '../../wallet-ui/use-download.ts';
import styles from './batch-payouts.module.css';

/** Explains the columns of a file, with a template to download. */
export function FileGuide() {
  const { start, running, error } = useDownload({
    open: (signal) => api.open(endpoints.getBatchTemplate, {}, { signal }),
    fileName: () => 'batch-payout-template.csv',
  });
  return (
    <section className="ledger" aria-labelledby="file-guide">
      <header>
        <h2 id="file-guide">The file</h2>
        <Button size="s" busy={running} needsServer onClick={start}>
          {!running && <Icon as={Download} size={16} />}
          Download the template
        </Button>
      </header>
      {error && (
        <p className="help error" role="alert">
          {refusalText(error, 'Could not load the template. Please try again.')}
        </p>
      )}
      <dl className={styles.columns}>
        <Fact name="recipient">
          An email address, or the number of one of your own saved bank accounts, such as its IBAN.
        </Fact>
        <Fact name="amount">What the recipient gets, such as 1250.00. The fee comes on top.</Fact>
        <Fact name="currency">USD, EUR or GBP.</Fact>
        <Fact name="note">Optional. The recipient reads it.</Fact>
        <Fact name="reference">Optional. Your own number, different in each row. The result file repeats it.</Fact>
      </dl>
      <p className="small muted">
        Save it from any spreadsheet program as CSV, with these names in the first row. Each row is one payment.
      </p>
    </section>
  );
}
