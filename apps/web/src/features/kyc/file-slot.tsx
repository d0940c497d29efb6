import type { KycFile } from '@florin/contract';
import { clsx } from 'clsx';
import { useId, useRef, useState, type DragEvent } from 'react';
import { documentFormats } from './check-file.ts';
import { DropZone } from './drop-zone.tsx';
import { FileInput } from './file-input.tsx';
import { UploadingRow, UploadedRow } from './file-rows.tsx';
import { Problem } from './problem.tsx';
import { useRemoveFile, useUpload } from './use-kyc-files.ts';

type FileSlotProps = {
  kind: 'front' | 'back';
  label: string;
  file: KycFile | undefined;
  /** The form's error message for a missing file. */
  error: string | undefined;
  onBusyChange: (busy: boolean) => void;
};

/** One photo of the document: to choose or drop, uploading, or uploaded. */
export function FileSlot({ kind, label, file, error, onBusyChange }: FileSlotProps) {
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState(false);
  const { send, stop, uploading, problem, setProblem } = useUpload(kind, documentFormats, onBusyChange);
  const removal = useRemoveFile(kind, { onGone: () => setRemoved(true), onFailed: setProblem });
  const drop = useDrop(send);
  const choose = () => input.current?.click();
  const wrong = problem ?? (file || uploading ? undefined : error);
  return (
    <fieldset
      className={clsx('field kyc-slot', drop.isOver && 'is-over')}
      aria-describedby={wrong && problemId}
      {...drop.target}
    >
      <legend className="label">
        {label} <span className="muted">JPG, PNG, PDF, max 5MB</span>
      </legend>
      <FileInput ref={input} label={label} onFile={send} />
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

/** Accepts a file dropped anywhere on the slot, also to replace an uploaded file. */
function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [dropped] = event.dataTransfer.files;
      if (dropped) onFile(dropped);
    },
  };
  return { isOver, target };
}
