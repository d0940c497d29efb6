import type { KycFile } from '@florin/contract';
import { FileText, Save } from 'lucide-react';
import { refusalText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { saveFile } from '../../../wallet-ui/save-file.ts';
import { sizeText } from '../../../wallet-ui/size-text.ts';
import { openKycFile } from '../operations-queries.ts';
import styles from './review.module.css';

/** Offers a PDF for download. The page does not show the PDF, so the fetch and its audit entry happen on save. */
export function DocumentPdf({ caseId, file }: { caseId: string; file: KycFile }) {
  const { run, busy } = useCommand<void, Blob>({
    call: () => openKycFile(caseId, file.id),
    onDone: (blob) => saveFile(new Blob([blob], { type: file.type }), file.name),
    onFailed: (error) => toast.error(refusalText(error, 'Could not load the file')),
  });
  return (
    <>
      <div className={styles.viewerDocument}>
        <div className={styles.viewerPdf}>
          <Icon as={FileText} size={40} />
          <p>
            <b>{file.name}</b>
            <span className="small muted">PDF, {sizeText(file.bytes)}. It opens outside this page.</span>
          </p>
          <Button busy={busy} onClick={() => run()}>
            {!busy && <Icon as={Save} />}
            {busy ? 'Loading...' : 'Save the PDF'}
          </Button>
        </div>
      </div>
      <p className={styles.viewerFoot}>
        {file.name}, {sizeText(file.bytes)} · the audit trail records each view
      </p>
    </>
  );
}
