import type { KycFile } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { kycFileQuery } from '../../api/queries-of-kyc-files.ts';
import { BlobImage } from '../../ui/blob-image.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Progress } from '../../ui/progress.tsx';
import { sentText, sizeText } from '../../wallet-ui/size-text.ts';
import type { Uploading } from './use-kyc-files.ts';
import styles from './kyc.module.css';

/** A file that is uploading. */
export function UploadingRow({ file: { name, size }, sent, onStop }: Uploading & { onStop: () => void }) {
  return (
    <div className={`row ${styles.upload}`}>
      <span className="way">
        <Icon as={FileText} />
      </span>
      <span>
        <span className="row-title">{name}</span>
        <Progress value={sent} label={`Uploading ${name}`} />
      </span>
      <span className={`row-end ${styles.uploadEnd}`}>
        <span className="small muted">{sent < 1 ? sentText(sent, size) : 'Checking…'}</span>
        <Button size="s" variant="quiet" onClick={onStop}>
          Cancel
        </Button>
      </span>
    </div>
  );
}

type UploadedRowProps = { file: KycFile; busy: boolean; onReplace: () => void; onRemove: () => void };

/** An uploaded file. */
export function UploadedRow({ file, busy, onReplace, onRemove }: UploadedRowProps) {
  return (
    <div className={`row ${styles.upload}`}>
      <FilePicture file={file} />
      <span>
        <span className="row-title">{file.name}</span>
        <span className="row-subtitle">{sizeText(file.bytes)}</span>
      </span>
      <span className={`row-end ${styles.uploadEnd}`}>
        <Button size="s" aria-label={`Replace ${file.name}`} disabled={busy} onClick={onReplace}>
          Replace
        </Button>
        <Button size="s" variant="quiet" aria-label={`Remove ${file.name}`} busy={busy} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </div>
  );
}

/** Shows a thumbnail of a photo. Shows an icon for a PDF or until the photo has loaded. */
function FilePicture({ file }: { file: KycFile }) {
  const isPhoto = file.type !== 'application/pdf';
  const { data: photo } = useQuery({ ...kycFileQuery(file), enabled: isPhoto });
  if (isPhoto && photo)
    return <BlobImage className={styles.thumbnail} blob={photo} alt={`Your upload: ${file.name}`} />;
  return (
    <span className="way">
      <Icon as={FileText} />
    </span>
  );
}
