import type { KycFile } from '@florin/contract';
import { FileText } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Progress } from '../../ui/progress.tsx';
import { sentText, sizeText } from '../../wallet-ui/size-text.ts';
import { FilePicture } from './file-picture.tsx';
import type { Uploading } from './use-kyc-files.ts';

/** A file that is uploading. */
export function UploadingRow({ file: { name, size }, sent, onStop }: Uploading & { onStop: () => void }) {
  return (
    <div className="row up">
      <span className="way">
        <Icon as={FileText} />
      </span>
      <span>
        <span className="t">{name}</span>
        <Progress value={sent} label={`Uploading ${name}`} />
      </span>
      <span className="e up-e">
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
    <div className="row up">
      <FilePicture file={file} />
      <span>
        <span className="t">{file.name}</span>
        <span className="s">{sizeText(file.bytes)}</span>
      </span>
      <span className="e up-e">
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
