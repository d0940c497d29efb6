import type { KycFile } from '@florin/contract';
import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { FileInput } from '../../ui/file-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { documentFormats } from './check-file.ts';
import { UploadedRow, UploadingRow } from './file-rows.tsx';
import { Problem } from './problem.tsx';
import { useRemoveFile, useUpload } from './use-kyc-files.ts';
import styles from './kyc.module.css';

type FileSlotProps = {
  kind: 'front' | 'back';
  label: string;
  file: KycFile | undefined;
  /** The form's error message for a missing file. */
  error: string | undefined;
  onBusyChange: (busy: boolean) => void;
};

/** One photo of the document: empty for a new file, uploading, or uploaded. */
export function FileSlot({ kind, label, file, error, onBusyChange }: FileSlotProps) {
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState(false);
  const { send, stop, uploading, problem, setProblem } = useUpload(kind, documentFormats, onBusyChange);
  const removal = useRemoveFile(kind, { onGone: () => setRemoved(true), onFailed: setProblem });
  // A file dropped anywhere on the slot also replaces an uploaded file.
  const drop = useFileDrop(([dropped]) => send(dropped));
  const choose = () => input.current?.click();
  const wrong = problem ?? (file || uploading ? undefined : error);
  return (
    <fieldset
      className={clsx(`field ${styles.slot}`, drop.isOver && styles.isOver)}
      aria-describedby={wrong && problemId}
      {...drop.target}
    >
      <legend className="label">
        {label} <span className="muted">JPG, PNG, PDF, max 5MB</span>
      </legend>
      <FileInput ref={input} label={label} onFiles={([chosen]) => send(chosen)} />
      {!file && !uploading && <DropZone label={label} focused={removed} onChoose={choose} />}
      {uploading && <UploadingRow {...uploading} onStop={stop} />}
      {file && !uploading && (
        <UploadedRow file={file} busy={removal.busy} onReplace={choose} onRemove={() => removal.run(file.id)} />
      )}
      {wrong && (
        <Problem id={problemId} isAlert={problem !== undefined}>
          {wrong}
        </Problem>
      )}
    </fieldset>
  );
}

/** Chooses a file. `focused` moves the focus here after the member removed the previous file. */
function DropZone({ label, focused, onChoose }: { label: string; focused: boolean; onChoose: () => void }) {
  const chooser = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) chooser.current?.focus();
  }, [focused]);
  return (
    <div className={styles.drop}>
      <Icon as={Upload} size={22} />
      <p>
        <button ref={chooser} className="link" type="button" onClick={onChoose}>
          Choose a file<span className="screen-reader">: {label}</span>
        </button>{' '}
        <span className="only-wide">or drop it here</span>
      </p>
    </div>
  );
}
