import { clsx } from 'clsx';
import { FileText, TriangleAlert, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useMay } from '../../api/may.ts';
import { Button } from '../../ui/button.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { sentText } from '../../wallet-ui/size-text.ts';
import { roleReason } from './batch-words.ts';
import { useBatchUpload, type Refused, type Uploading } from './use-batch-upload.ts';
import styles from './batch-payouts.module.css';

/** Takes a file of payments: chosen, or dropped on the area. */
export function UploadBatch() {
  const pays = useMay('pay');
  const input = useRef<HTMLInputElement>(null);
  const { send, stop, uploading, refused } = useBatchUpload();
  const drop = useFileDrop(([file]) => pays && !uploading && send(file));
  return (
    <section aria-label="Upload a file" className={styles.upload}>
      <div className={clsx(styles.drop, drop.isOver && pays && styles.isOver)} {...drop.target}>
        <FileInput ref={input} label="File of payments" onFiles={([file]) => send(file)} />
        {uploading ? (
          <UploadingRow {...uploading} onStop={stop} />
        ) : (
          <>
            <Icon as={Upload} size={22} />
            <p className="only-wide">Drop a CSV file here, or</p>
            <Button
              variant="primary"
              needsServer
              reason={pays ? undefined : roleReason}
              onClick={() => input.current?.click()}
            >
              Choose a file
            </Button>
            <p className="small muted">Up to 5,000 rows, 1 MB. Nothing is paid until you start it.</p>
          </>
        )}
      </div>
      {refused && <RefusedFile {...refused} />}
    </section>
  );
}

/** Chooses the corrected file on the page of a file with errors. */
export function UploadCorrected({ reasonId }: { reasonId: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const { send, stop, uploading, refused } = useBatchUpload();
  return (
    <div className={styles.upload}>
      <FileInput ref={input} label="Corrected file" onFiles={([file]) => send(file)} />
      {uploading ? (
        <UploadingRow {...uploading} onStop={stop} />
      ) : (
        <Button variant="primary" reasonId={reasonId} onClick={() => input.current?.click()}>
          <Icon as={Upload} size={16} />
          Upload the corrected file
        </Button>
      )}
      {refused && <RefusedFile {...refused} />}
    </div>
  );
}

const RefusedFile = ({ name, sentence }: Refused) => (
  <Notice icon={TriangleAlert} tone="bad" scrollsIntoView>
    <b>
      <bdi className="wrap-anywhere">{name}</bdi> was not uploaded.
    </b>{' '}
    {sentence}
  </Notice>
);

function UploadingRow({ file: { name, size }, sent, onStop }: Uploading & { onStop: () => void }) {
  return (
    <div className={`row ${styles.uploading}`}>
      <span className="way">
        <Icon as={FileText} />
      </span>
      <span>
        <bdi className="row-title block">{name}</bdi>
        <Progress value={sent} label={`Uploading ${name}`} />
      </span>
      <span className={styles.uploadingEnd}>
        <span className="small muted">{sent < 1 ? sentText(sent, size) : 'Checking all rows…'}</span>
        <Button size="s" variant="quiet" onClick={onStop}>
          Cancel
        </Button>
      </span>
    </div>
  );
}
