import { endpoints } from '@florin/contract';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { useDownload } from '../../../wallet-ui/use-download.ts';
import { CloseAccountDialog } from './close-account-dialog.tsx';
import styles from '../set-row.module.css';
import { brandName } from '../../../ui/brand.ts';

/** Offers to download the member's data and to close the account. */
export function PrivacySection() {
  const [closing, setClosing] = useState(false);
  const id = useId();
  const { start, running, error } = useDownload({
    open: (signal) => api.open(endpoints.exportMyData, {}, { signal }),
    fileName: () => 'florin-my-data.json',
  });
  return (
    <section className="ledger" aria-labelledby={id}>
      <header>
        <h2 id={id}>Data and privacy</h2>
      </header>
      <div className={styles.row}>
        <div>
          <b className="strong">Your data</b>
          <p className="small muted">All data {brandName} has about you, as a JSON file</p>
        </div>
        <Button size="s" busy={running} onClick={start}>
          {!running && <Icon as={Download} size={16} />}
          Download my data
        </Button>
      </div>
      {error && <LoadFailed message="Could not download your data" error={error} onRetry={start} />}
      <div className={styles.row}>
        <div>
          <b className="strong">Close account</b>
          <p className="small muted">Permanent. Empty your wallets first</p>
        </div>
        <Button size="s" onClick={() => setClosing(true)}>
          Close account
        </Button>
      </div>
      {closing && <CloseAccountDialog onClose={() => setClosing(false)} />}
    </section>
  );
}
