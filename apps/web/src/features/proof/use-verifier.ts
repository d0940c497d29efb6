import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CheckAnswer } from '../../api/proof/answer-request.ts';
import { openChecker, type Checker } from '../../api/proof/checker.ts';
import { codeInHash } from '../../api/proof/document-code.ts';
import { documentCertificatesQuery } from '../../api/queries-of-proofs.ts';
import { serverDate } from '../../api/server-time.ts';
import { seenLog } from '../../api/proof/proof-store.ts';
import { type CheckedStatement, checkStatement, isStatement } from '../../api/shared-statement.ts';

type Given = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
export type Checked = { readonly name: string; readonly answer: Answer };
/** The answer of the worker, or the check of a statement. */
export type Answer = CheckAnswer | CheckedStatement;

const maxBytes = 30_000_000;
const maxStatementBytes = 100_000;

/**
 * Checks files in a worker that starts with the page, as the certificates of documents load with it, so that nothing is
 * requested after a file was chosen. `key` is the verifier key that the reader pasted. Another key checks the last file again.
 */
export function useVerifier(key: string) {
  const queryClient = useQueryClient();
  const checker = useRef<Checker>(undefined);
  const [given, setGiven] = useState<Given>();
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  const [code] = useState(() => codeInHash(location.hash));
  const { data: certificates } = useQuery(documentCertificatesQuery);
  useEffect(() => {
    checker.current = openChecker();
    return () => checker.current?.close();
  }, []);
  useEffect(() => {
    if (!given) return undefined;
    let isStale = false;
    const answerFor = async (bytes: Uint8Array<ArrayBuffer>, pasted: string | undefined): Promise<Answer> => {
      const statement = statementIn(bytes);
      if (statement !== undefined) return checkStatement(queryClient, statement, pasted);
      if (!checker.current) throw new Error('no worker');
      return checker.current.check({
        kind: 'file',
        bytes,
        key: pasted,
        certificates,
        code,
        known: seenLog()?.keys ?? [],
        now: serverDate(),
      });
    };
    void answerFor(given.bytes, key === '' ? undefined : key)
      .then((answer) => isStale || setChecked({ name: given.name, answer }))
      .catch(() => isStale || setProblem('The check stopped. Reload the page and try again.'));
    return () => {
      isStale = true;
    };
  }, [given, key, certificates, code, queryClient]);
  const check = async (file: { name: string; size: number; arrayBuffer: () => Promise<ArrayBuffer> }) => {
    setChecked(undefined);
    setGiven(undefined);
    if (file.size > maxBytes) return setProblem('This file is larger than 30 MB, which no proof is.');
    setProblem(undefined);
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (!bytes) return setProblem('This file cannot be read. Choose a file, not a folder.');
    return setGiven({ name: file.name, bytes: new Uint8Array(bytes) });
  };
  return {
    check,
    checked,
    problem,
    code,
    isChecking: given !== undefined && checked === undefined && problem === undefined,
  };
}

/** A shared statement is a short text with one signature, which needs no worker. */
function statementIn(bytes: Uint8Array): string | undefined {
  const text = bytes.length < maxStatementBytes ? new TextDecoder().decode(bytes) : '';
  return isStatement(text) ? text : undefined;
}
