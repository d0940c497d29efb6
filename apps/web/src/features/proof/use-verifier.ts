import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CheckAnswer } from '../../api/proof/answer-request.ts';
import { openChecker, type Checker } from '../../api/proof/checker.ts';
import { codeInHash } from '../../api/proof/document-code.ts';
import { documentCertificatesQuery } from '../../api/queries-of-proofs.ts';
import { serverDate } from '../../api/server-time.ts';
import { seenLog } from '../../api/proof/proof-store.ts';
import { type CheckedStatement, checkStatement, isStatement } from '../../api/shared-statement.ts';

/** One choice of the reader. The same file, chosen again, is a new choice. */
type Choice = {
  readonly file: File;
  /** Undefined for an unreadable file. */
  readonly bytes: Promise<ArrayBuffer | undefined>;
};
/** The outcome of checking a choice. */
type Outcome = { readonly answer: Answer } | { readonly problem: string };
export type Checked = { readonly name: string; readonly answer: Answer };
/** The answer of the worker, or the check of a statement. */
export type Answer = CheckAnswer | CheckedStatement;

const maxBytes = 30_000_000;
const maxStatementBytes = 100_000;

/**
 * Checks files in a worker. The worker starts with the page, and the certificates of documents load with the page, so
 * the page requests nothing after a choice. Shows only the result of the latest choice. `key` is the verifier key that
 * the reader pasted. Another key checks the last file again.
 */
export function useVerifier(key: string) {
  const queryClient = useQueryClient();
  const checker = useRef<Checker>(undefined);
  const [choice, setChoice] = useState<Choice>();
  const [latest, setLatest] = useState<{ readonly of: Choice; readonly outcome: Outcome }>();
  const [code] = useState(() => codeInHash(location.hash));
  const { data: certificates } = useQuery(documentCertificatesQuery);
  useEffect(() => {
    checker.current = openChecker();
    return () => checker.current?.close();
  }, []);
  useEffect(() => {
    if (!choice) return undefined;
    let isStale = false;
    const pasted = key === '' ? undefined : key;
    const answerFor: AnswerFor = async (bytes) => {
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
    void outcomeOf(choice, answerFor).then((outcome) => isStale || setLatest({ of: choice, outcome }));
    return () => {
      isStale = true;
    };
  }, [choice, key, certificates, code, queryClient]);
  const outcome = latest && latest.of === choice ? latest.outcome : undefined;
  return {
    check: (file: File) => setChoice(choiceOf(file)),
    /** Ends the check of a file, unless the reader has chosen another file meanwhile. */
    forget: (file: File) => setChoice((now) => (now?.file === file ? undefined : now)),
    checked: choice && outcome && 'answer' in outcome ? { name: choice.file.name, answer: outcome.answer } : undefined,
    problem: outcome && 'problem' in outcome ? outcome.problem : undefined,
    code,
    isChecking: choice !== undefined && outcome === undefined,
  };
}

const stopped: Outcome = { problem: 'The check stopped. Reload the page and try again.' };

const choiceOf = (file: File): Choice => ({
  file,
  bytes: file.size > maxBytes ? Promise.resolve(undefined) : file.arrayBuffer().catch(() => undefined),
});

type AnswerFor = (bytes: Uint8Array<ArrayBuffer>) => Promise<Answer>;

async function outcomeOf({ file, bytes: reading }: Choice, answerFor: AnswerFor): Promise<Outcome> {
  if (file.size > maxBytes) return { problem: 'This file is larger than 30 MB, so it is not a proof.' };
  const bytes = await reading;
  if (!bytes) return { problem: 'This file cannot be read. Choose a file, not a folder.' };
  return answerFor(new Uint8Array(bytes)).then(
    (answer) => ({ answer }),
    () => stopped,
  );
}

/** A shared statement is a short text with one signature, which needs no worker. */
function statementIn(bytes: Uint8Array): string | undefined {
  const text = bytes.length < maxStatementBytes ? new TextDecoder().decode(bytes) : '';
  return isStatement(text) ? text : undefined;
}
