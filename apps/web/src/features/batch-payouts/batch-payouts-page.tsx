import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { BatchList } from './batch-list.tsx';
import { FileGuide } from './file-guide.tsx';
import { UploadBatch } from './upload-batch.tsx';
import styles from './batch-payouts.module.css';

/** Uploads files of payments and lists the earlier files. */
export function BatchPayoutsPage() {
  return (
    <main className="wrap">
      <header className="page-head">
        <div>
          <h1>Batch Payouts</h1>
          <p>Pay many people at once from a CSV file, such as a payroll.</p>
        </div>
      </header>
      <div className={styles.page}>
        <ConfirmEmailFirst to="pay a file" />
        <div className={styles.split}>
          <UploadBatch />
          <FileGuide />
        </div>
        <BatchList />
      </div>
    </main>
  );
}
