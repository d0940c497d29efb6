import { useState, type SyntheticEvent } from 'react';
import { isStoragePersistent, type OpenedSession } from '../../api/stored-session.ts';
import { toast } from '../../ui/toast.ts';
import { useFields } from '../../ui/use-fields.ts';
import type { Problem } from './entry-rules.ts';
import { storageNeeded } from './login-words.ts';
import { useEnter } from './use-enter.ts';

type Fields<Name extends string> = Readonly<Record<Name, string>>;

type EntryForm<Name extends string> = {
  initial: Fields<Name>;
  problemOf: (fields: Fields<Name>) => Problem<Name> | undefined;
  /** Calls the server to open a session. */
  open: (fields: Fields<Name>) => Promise<OpenedSession>;
  welcome: string;
  /** The toast for every failure, instead of the server's message (rules sign-in-5 and sign-in-11). */
  failure: string;
  /** Returns the field that caused a failure, with its error text. */
  fieldOfFailure?: (error: unknown) => { field: Name; message: string } | undefined;
  /** Returns true if it handled the error, for example by asking for a second factor. */
  handleError?: (error: unknown, fields: Fields<Name>) => boolean;
};

/** A form that opens a session. Errors appear as a toast and at the field. */
export function useEntryForm<Name extends string>(options: EntryForm<Name>) {
  const { initial, problemOf, open, welcome, failure, fieldOfFailure, handleError } = options;
  const enter = useEnter(welcome);
  const { clearErrors, showProblem, setError, ...form } = useFields(initial);
  const [busy, setBusy] = useState(false);
  const [announceErrors, setAnnounceErrors] = useState(true);

  const fail = (error: unknown, fields: Fields<Name>) => {
    setBusy(false);
    if (handleError?.(error, fields)) return;
    toast.error(failure);
    const fieldError = fieldOfFailure?.(error);
    if (!fieldError) return;
    setAnnounceErrors(true);
    setError(fieldError.field, fieldError.message);
  };
  const submit = async (fields: Fields<Name>) => {
    clearErrors();
    const problem = problemOf(fields);
    if (problem) {
      toast.error(problem.message);
      setAnnounceErrors(false); // The toast announces the error.
      return showProblem(problem);
    }
    // Without storage, the next page cannot read the session.
    if (!isStoragePersistent()) return toast.error(storageNeeded);
    setBusy(true);
    try {
      enter(await open(fields)); // Stays busy until the page unloads.
    } catch (error) {
      fail(error, fields);
    }
  };
  return {
    ...form,
    setError,
    busy,
    announceErrors,
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      if (!busy) void submit(form.fields);
    },
    submitWith: (fields: Fields<Name>) => void submit(fields),
  };
}
