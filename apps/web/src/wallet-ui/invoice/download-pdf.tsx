import type { Invoice } from '@florin/contract';
import { Download } from 'lucide-react';
import { refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDownload } from '../use-download.ts';
import styles from './invoice.module.css';

type DownloadPdfProps = {
  open: (signal: AbortSignal) => Promise<Response>;
  kind: Invoice['kind'];
  number: string | null;
};

export function DownloadPdf({ open, kind, number }: DownloadPdfProps) {
  const { start, running, error } = useDownload({
    open,
    fileName: () => `${kind === 'invoice' ? 'invoice' : 'credit-note'}-${number ?? 'draft'}.pdf`,
  });
  return (
    <div className={styles.download}>
      <Button busy={running} needsServer onClick={start}>
        {!running && <Icon as={Download} size={16} />}
        Download PDF
      </Button>
      {error && (
        <p className="help error" role="alert">
          {refusalText(error, 'Could not load the PDF. Please try again.')}
        </p>
      )}
    </div>
  );
}
