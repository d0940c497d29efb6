import type { BankDesk } from '@florin/contract';
import { clsx } from 'clsx';
import { FileText, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { sentText } from '../../../wallet-ui/size-text.ts';
import { Section } from '../section.tsx';
import { fewRows, ShowAll } from '../show-all.tsx';
import { when } from '../when.ts';
import { counted, FileOutcome, paymentsText } from './file-outcome.tsx';
import { HashButton } from './hash-button.tsx';
import { useBankFiles, type Uploading } from './use-bank-files.ts';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

type BankFile = BankDesk['files'][number];

/** Uploads bank files and lists the last files. Files can also be dropped anywhere on the section. */
export function BankFiles({ files }: { files: readonly BankFile[] }) {
  const input = useRef<HTMLInputElement>(null);
  const { send, stop, uploading, outcomes } = useBankFiles();
  const drop = useFileDrop(send);
  return (
    <div className={clsx(styles.files, drop.isOver && styles.isOver)} {...drop.target}>
      <Section
        id="bank-files"
        title="Bank files"
        end={
          <span className={styles.upload}>
            <span className="small muted only-wide">Drop files here or</span>
            <Button size="s" needsServer onClick={() => input.current?.click()}>
              <Icon as={Upload} size={16} />
              Upload files
            </Button>
          </span>
        }
      >
        <FileInput ref={input} label="Bank files to upload" multiple onFiles={send} />
        {uploading && <UploadingRow {...uploading} onStop={stop} />}
        {outcomes.length > 0 && (
          <div className={styles.outcomes}>
            {outcomes.map((outcome) => (
              <FileOutcome key={outcome.id} outcome={outcome} />
            ))}
          </div>
        )}
        {files.length === 0 ? (
          <EmptyState title="No files yet">
            Upload a statement in camt.052, 053 or 054, MT940, MT942 or BAI2, or a ZIP file of them.
          </EmptyState>
        ) : (
          <FileTable files={files} />
        )}
      </Section>
    </div>
  );
}

function UploadingRow({ file: { name, size }, sent, onStop }: Uploading & { onStop: () => void }) {
  return (
    <div className={`row ${styles.uploading}`}>
      <span className="way">
        <Icon as={FileText} />
      </span>
      <span>
        <bdi className="row-title">{name}</bdi>
        <Progress value={sent} label={`Uploading ${name}`} />
      </span>
      <span className={`row-end ${styles.upload}`}>
        <span className="small muted">{sent < 1 ? sentText(sent, size) : 'Importing…'}</span>
        {/* The server imports the files that it has received, so they can no longer be canceled. */}
        {sent < 1 && (
          <Button size="s" variant="quiet" onClick={onStop}>
            Cancel
          </Button>
        )}
      </span>
    </div>
  );
}

function FileTable({ files }: { files: readonly BankFile[] }) {
  const [shown, setShown] = useState(fewRows);
  return (
    <>
      <TableScroll label="Imported bank files, a table" className={page.stacked}>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Format</th>
            <th scope="col">Contains</th>
            <th scope="col" className="number">
              New lines
            </th>
            <th scope="col">Imported</th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {files.slice(0, shown).map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </tbody>
      </TableScroll>
      <ShowAll total={files.length} shown={shown} onAll={() => setShown(files.length)} />
    </>
  );
}

function FileRow({ file }: { file: BankFile }) {
  const { name, format, sha256, new_lines: added, imported_at: at, imported_by: by } = file;
  return (
    <tr>
      <th scope="row">
        <bdi className={styles.text}>{name}</bdi>
      </th>
      <td data-label="Format">{format}</td>
      <td data-label="Contains">{contentText(file)}</td>
      <td data-label="New lines" className="number">
        {added.toLocaleString('en')}
      </td>
      <td data-label="Imported">
        <time dateTime={at}>{when(at)}</time>
        <span className={styles.second}>{by ?? 'inbox or command line'}</span>
      </td>
      <td data-label="SHA-256">
        <HashButton sha256={sha256} of={name} />
      </td>
    </tr>
  );
}

/** A ZIP file can contain both. Earlier versions of Florin stored status files without the number of payments. */
function contentText({ format, lines, reported }: BankFile): string {
  const isStatus = lines === 0 && /pain\.002|NACHA/.test(format);
  const ofStatus = reported > 0 ? [paymentsText(reported)] : isStatus ? ['payments reported'] : [];
  return [...(lines > 0 || ofStatus.length === 0 ? [counted(lines, 'line')] : []), ...ofStatus].join(', ');
}
