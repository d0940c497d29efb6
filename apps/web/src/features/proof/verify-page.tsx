import { clsx } from 'clsx';
import { FileCheck2, Lock, QrCode, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { fileInHash } from './file-in-hash.ts';
import { PastedStatement } from './statement/pasted-statement.tsx';
import { useVerifier } from './use-verifier.ts';
import { VerdictHead } from './verdict-head.tsx';
import { VerifyExplanation } from './verify-explanation.tsx';
import { VerifyResult } from './verify-result.tsx';
import styles from './proof.module.css';

/**
 * Checks a PDF, a proof, a shared statement, a checkpoint or a fraud file of any account. The file stays in the
 * browser.
 */
export function VerifyPage() {
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  const { check, forget, checked, problem, isChecking, code } = useVerifier(key.trim());
  const drop = useFileDrop(([file]) => check(file));
  useLinkedFile(check);
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <div>
          <h1>Verify a file</h1>
          <p>Check a receipt, a statement, an invoice, a proof or a fraud file. You need no account.</p>
        </div>
      </header>
      {code && (
        <Notice icon={QrCode}>
          <b>
            The code is of {code.kind === 'document' ? `document ${code.number}` : `entry ${code.index} of the log`}.
          </b>{' '}
          A code alone proves nothing: choose the PDF that it is on.
        </Notice>
      )}
      {(isChecking || problem !== undefined || checked) && (
        <div className={styles.result}>
          {isChecking && <VerdictHead tone="plain" title="Checking…" />}
          {problem !== undefined && (
            <Notice icon={TriangleAlert} tone="bad">
              {problem}
            </Notice>
          )}
          {checked && <VerifyResult checked={checked} />}
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={clsx(styles.drop, drop.isOver && styles.isOver)} aria-label="File" {...drop.target}>
            <Icon as={FileCheck2} size={28} />
            <p className="strong">
              <span className="only-wide">Drop a PDF, a JSON file or a statement here</span>
              <span className="only-phone">A PDF, a JSON file or a statement</span>
            </p>
            <FileInput ref={input} label="File to verify" onFiles={([file]) => check(file)} />
            <Button variant="primary" onClick={() => input.current?.click()}>
              Choose a file
            </Button>
            <p className={`small muted ${styles.stays}`}>
              <Icon as={Lock} size={16} />
              Your file stays in this browser.
            </p>
          </section>
          <PastedStatement onPaste={check} onRemove={forget} />
          <Field label="Key of the log" end="Optional" help="The house shows its key on its page of public books.">
            <TextInput
              value={key}
              onChange={({ target }) => setKey(target.value)}
              spellCheck={false}
              autoComplete="off"
              placeholder="florin.example/log+1a2b3c4d+…"
            />
          </Field>
        </div>
        <VerifyExplanation />
      </div>
    </main>
  );
}

/** Checks the file in the address: the proof of a code on paper, or a shared statement. */
function useLinkedFile(check: ReturnType<typeof useVerifier>['check']) {
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    const checkLink = () => {
      const bytes = fileInHash(location.hash);
      if (bytes) latest.current(new File([bytes], 'the link'));
    };
    checkLink();
    addEventListener('hashchange', checkLink);
    return () => removeEventListener('hashchange', checkLink);
  }, []);
}
