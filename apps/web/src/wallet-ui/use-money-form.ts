import type { ErrorCode } from '@florin/contract';
import { useRef, useState } from 'react';
import { refusalCode, refusalFields, refusalText } from '../api/refusal-text.ts';
import { toast } from '../ui/toast.ts';

/** The problem that a form shows after invalid input or a rejected submission. */
export type Problem<Errors> = {
  /** The error of each field. */
  readonly errors: Errors;
  /** The text of the toast. */
  readonly sentence: string;
  /** The message in the form, if no field shows the error. */
  readonly refusal?: string | undefined;
};

type Command<Submission extends unknown[], Answer> = {
  submit: (...submission: Submission) => Promise<Answer | undefined>;
};

type Options<Errors> = {
  /** Assigns an error of the server to the fields. */
  problemOf: (error: unknown) => Problem<Errors>;
  /** Whether the form's dialog is open. An open dialog shows the server's errors without a toast. */
  isOpen?: () => boolean;
  /** The selection that a problem belongs to, such as a coin. A change of the selection hides the problem. */
  selection?: string;
};

/**
 * Adds the problems of a form to a `useMoneyCommand`, which guards against double submissions and reuses the
 * idempotency key after a lost response.
 */
export function useMoneyForm<Submission extends unknown[], Answer, Errors extends object>(
  { submit }: Command<Submission, Answer>,
  { problemOf, isOpen = () => false, selection = '' }: Options<Errors>,
) {
  const [last, setLast] = useState<{ problem: Problem<Partial<Errors>>; selection: string }>();
  const [refusals, setRefusals] = useState(0);
  const amountInput = useRef<HTMLInputElement>(null);
  const problem = last?.selection === selection ? last.problem : undefined;
  const errors: Partial<Errors> = problem?.errors ?? noErrors;

  const show = (found: Problem<Partial<Errors>>) => {
    setLast({ problem: found, selection });
    setRefusals((before) => before + 1);
    if ('amount' in found.errors && found.errors.amount !== undefined) amountInput.current?.focus();
  };

  /** Shows a problem in the form and as a toast. */
  const refuse = (found: Partial<Errors>, sentence: string) => {
    show({ errors: found, sentence });
    toast.error(sentence);
  };

  /** Removes the errors of some fields, or of the whole form. */
  const clear = (...fields: (keyof Errors)[]) =>
    setLast(
      fields.length === 0 || !problem
        ? undefined
        : { problem: { ...problem, errors: without(errors, fields) }, selection },
    );

  /**
   * Sends a submission. Returns undefined if the server rejected it, or for a second press of a double click.
   *
   * @param explain replaces `problemOf` for this submission
   */
  const send = async (submission: Submission, explain = problemOf): Promise<Answer | undefined> => {
    try {
      return await submit(...submission);
    } catch (error) {
      const found = explain(error);
      show(found);
      if (!isOpen()) toast.error(found.sentence);
      return undefined;
    }
  };

  return {
    errors,
    refusal: problem?.refusal,
    /** Counts the problems, for `useFirstErrorFocus`. */
    refusals,
    /** The ref of the amount field, which gets the focus when it has an error. */
    amountInput,
    refuse,
    clear,
    send,
  };
}

const noErrors = {};

function without<Errors extends object>(errors: Partial<Errors>, fields: readonly (keyof Errors)[]): Partial<Errors> {
  const left = { ...errors };
  for (const field of fields) delete left[field];
  return left;
}

type FieldRules<Field extends string> = {
  /** The message if the server sent no message. */
  readonly failed: string;
  /** The form's field for each field name of the server. Later names take precedence. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The form's field for an error code, if the server names no field. */
  readonly codes: Partial<Record<ErrorCode, Field>>;
};

/** Assigns the server's error to the named fields, else to the field of the error's code. */
export function problemAtFields<Field extends string>(
  error: unknown,
  { failed, fields, codes }: FieldRules<Field>,
): Problem<Partial<Record<Field, string>>> {
  const sentence = refusalText(error, failed);
  const messages = refusalFields(error);
  const errors: Partial<Record<Field, string>> = {};
  for (const [name, field] of Object.entries(fields)) if (messages[name]) errors[field] = messages[name];
  const code = refusalCode(error);
  const field = code && codes[code];
  if (field && Object.keys(errors).length === 0) errors[field] = sentence;
  return { errors, sentence };
}
