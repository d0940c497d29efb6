import type { User } from '@florin/contract';
import type { SyntheticEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import { toast } from 'sonner';
import type { Problem } from './entry-rules.ts';
import { useEnter } from './use-enter.ts';

type EntryForm<Fields extends FieldValues> = {
  defaultValues: DefaultValues<Fields>;
  problemOf: (fields: Fields) => Problem<Path<Fields>> | undefined;
  /** The call that opens a session. */
  open: (fields: Fields) => Promise<{ token: string; user: User }>;
  welcome: string;
  /** Shown for any failure: the server's own message is not (specification, section 8). */
  failure: string;
  /** What a failure says about one field. */
  fieldOfFailure?: (error: unknown) => { field: Path<Fields>; message: string } | undefined;
  /** Takes over what looks like a failure and is a question. */
  takeUp?: (error: unknown, fields: Fields) => boolean;
};

/** A form that opens a session. What is wrong appears as a toast and at the field. */
export function useEntryForm<Fields extends FieldValues>(options: EntryForm<Fields>) {
  const { defaultValues, problemOf, open, welcome, failure, fieldOfFailure, takeUp } = options;
  const enter = useEnter(welcome);
  const form = useForm<Fields>({ defaultValues });
  const { register, watch, setValue, setError, clearErrors, setFocus, getFieldState, formState, handleSubmit } = form;

  const refuse = ({ message, fields }: Problem<Path<Fields>>) => {
    toast.error(message);
    for (const field of fields) setError(field, { message });
    if (fields[0]) setFocus(fields[0]);
  };
  const fail = (error: unknown, fields: Fields) => {
    if (takeUp?.(error, fields)) return;
    toast.error(failure);
    const wrong = fieldOfFailure?.(error);
    if (wrong) setError(wrong.field, { message: wrong.message });
  };
  const submit = handleSubmit(async (fields) => {
    const problem = problemOf(fields);
    if (problem) return refuse(problem);
    const session = await open(fields).catch((error: unknown) => fail(error, fields));
    if (session) await enter(session);
  });
  return {
    register,
    watch,
    setValue,
    submit: (event?: SyntheticEvent) => {
      clearErrors(); // those of a field that is not an input would stay, and stop what is submitted after them
      void submit(event);
    },
    busy: formState.isSubmitting,
    errorOf: (field: Path<Fields>) => getFieldState(field, formState).error?.message,
  };
}
