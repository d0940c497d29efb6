import { useState, type SyntheticEvent } from 'react';
import { isStorageKept, type OpenedSession } from '../../api/stored-session.ts';
import { toast } from '../../ui/toast.ts';
import type { Problem } from './entry-rules.ts';
import { storageNeeded } from './login-words.ts';
import { useEnter } from './use-enter.ts';
import { useFields } from './use-fields.ts';

type Fields<Name extends string> = Readonly<Record<Name, string>>;

type EntryForm<Name extends string> = {
  initial: Fields<Name>;
  problemOf: (fields: Fields<Name>) => Problem<Name> | undefined;
  /** The call that opens a session. */
  open: (fields: Fields<Name>) => Promise<OpenedSession>;
  welcome: string;
  /** Shown for every failure in place of the server's message (rules sign-in-5 and sign-in-11). */
  failure: string;
  /** What a failure says about one field. */
  fieldOfFailure?: (error: unknown) => { field: Name; message: string } | undefined;
  /** Takes over what looks like a failure and is a question. */
  takeUp?: (error: unknown, fields: Fields<Name>) => boolean;
};

/** A form that opens a session. What is wrong appears as a toast and at the field. */
export function useEntryForm<Name extends string>(options: EntryForm<Name>) {
  const { initial, problemOf, open, welcome, failure, fieldOfFailure, takeUp } = options;
  const enter = useEnter(welcome);
  const { clearErrors, refuse, setError, ...form } = useFields(initial);
  const [busy, setBusy] = useState(false);
  const [mistakesAreNews, setMistakesAreNews] = useState(true);

  const fail = (error: unknown, fields: Fields<Name>) => {
    setBusy(false);
    if (takeUp?.(error, fields)) return;
    toast.error(failure);
    const wrong = fieldOfFailure?.(error);
    if (!wrong) return;
    setMistakesAreNews(true);
    setError(wrong.field, wrong.message);
  };
  const submit = async (fields: Fields<Name>) => {
    clearErrors();
    const problem = problemOf(fields);
    if (problem) {
      toast.error(problem.message);
      setMistakesAreNews(false); // the message has said it
      return refuse(problem);
    }
    // The next page would know nothing of the session.
    if (!isStorageKept()) return toast.error(storageNeeded);
    setBusy(true);
    try {
      enter(await open(fields)); // busy until the page is left
    } catch (error) {
      fail(error, fields);
    }
  };
  return {
    ...form,
    setError,
    busy,
    mistakesAreNews,
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!busy) void submit(form.fields);
    },
    submitWith: (fields: Fields<Name>) => void submit(fields),
  };
}
