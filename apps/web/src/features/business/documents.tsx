import { businessFileKinds, endpoints, kycFileBytes, type BusinessFile } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { FileText, Minus, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { ownBusinessQuery } from '../../api/queries-of-businesses.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { Button } from '../../ui/button.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { dayText } from '../../wallet-ui/day-text.ts';
import { sizeText } from '../../wallet-ui/size-text.ts';
import { fileNames } from './business-words.ts';
import styles from './business.module.css';

type DocumentsProps = { files: readonly BusinessFile[]; canChange: boolean };

export function Documents({ files, canChange }: DocumentsProps) {
  return (
    <section className="ledger" aria-labelledby="documents">
      <header>
        <h2 id="documents">Documents</h2>
        {canChange && <span className="small muted">JPG, PNG, HEIC or PDF, at most 5 MB</span>}
      </header>
      <ul>
        {businessFileKinds.map((kind) => (
          <DocumentRow key={kind} kind={kind} file={files.find((each) => each.kind === kind)} canChange={canChange} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { kind: BusinessFile['kind']; file: BusinessFile | undefined; canChange: boolean };

function DocumentRow({ kind, file, canChange }: RowProps) {
  const { title, about } = fileNames[kind];
  const { send, sent, problem } = useUpload(kind);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const drop = useFileDrop(([dropped]) => canChange && send(dropped));
  return (
    <li className="row" {...drop.target}>
      <span className="way">
        <Icon as={file ? FileText : canChange ? Upload : Minus} />
      </span>
      <span>
        <span className="row-title block">
          {title} {kind === 'registration' && !file && <span className="muted">required</span>}
        </span>
        {sent === undefined ? (
          <span className={`row-subtitle block ${styles.wraps}`}>
            {file
              ? `${file.name}, ${sizeText(file.bytes)}, ${dayText(file.added_at)}`
              : canChange
                ? about
                : 'Not uploaded'}
          </span>
        ) : (
          <Progress value={sent} label={`Uploading ${title}`} />
        )}
        {problem !== undefined && (
          <span className="help error" id={problemId} role="alert">
            {problem}
          </span>
        )}
      </span>
      {canChange && (
        <span className="row-end">
          <FileInput ref={input} label={title} onFiles={([chosen]) => send(chosen)} />
          <Button
            size="s"
            busy={sent !== undefined}
            needsServer
            aria-describedby={problem === undefined ? undefined : problemId}
            onClick={() => input.current?.click()}
          >
            {file ? 'Replace' : 'Upload'}
            <span className="screen-reader"> {title}</span>
          </Button>
        </span>
      )}
    </li>
  );
}

/** Uploads a document. `sent` runs from 0 to 1 and is undefined while nothing is uploading. */
function useUpload(kind: BusinessFile['kind']) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const upload = useRef<AbortController>(undefined);
  useEffect(() => () => upload.current?.abort(), []);
  const send = async (file: File) => {
    upload.current?.abort();
    setSent(undefined);
    setProblem(file.size > kycFileBytes ? 'The file is larger than 5 MB.' : undefined);
    if (file.size > kycFileBytes) return;
    const controller = new AbortController();
    upload.current = controller;
    setSent(0);
    try {
      const stored = await uploadFile({
        endpoint: endpoints.uploadBusinessFile,
        fields: { kind },
        file,
        onProgress: setSent,
        signal: controller.signal,
      });
      queryClient.setQueryData(
        ownBusinessQuery.queryKey,
        (business) =>
          business && { ...business, files: [...business.files.filter((each) => each.kind !== kind), stored] },
      );
    } catch (error) {
      if (controller.signal.aborted) return;
      setProblem(refusalText(error, 'Could not upload the file. Check your connection and try again.'));
    }
    setSent(undefined);
  };
  return { send: (file: File) => void send(file), sent, problem };
}
