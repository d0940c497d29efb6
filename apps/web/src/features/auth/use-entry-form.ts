import type { User } from '@florin/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import { toast } from 'sonner';
import { useSession } from '../../api/session.ts';
import type { Problem } from './entry-rules.ts';

type EntryForm<Fields extends FieldValues> = {
  defaultValues: DefaultValues<Fields>;
  problemOf: (fields: Fields) => Problem<Path<Fields>> | undefined;
  /** The call that opens a session. */
  enter: (fields: Fields) => Promise<{ token: string; user: User }>;
  welcome: string;
  /** Shown for any failure: the server's own message is not (specification, section 8). */
  failure: string;
  /** What a failure says about one field. */
  fieldOfFailure?: (error: unknown) => { field: Path<Fields>; message: string } | undefined;
};

/** A form that ends on the dashboard, or where `?back=` leads. What is wrong appears as a toast and at the field. */
export function useEntryForm<Fields extends FieldValues>(options: EntryForm<Fields>) {
  const { defaultValues, problemOf, enter, welcome, failure, fieldOfFailure } = options;
  const { signIn } = useSession();
  const navigate = useNavigate();
  const { back } = useSearch({ strict: false });
  const { register, setValue, setError, setFocus, getFieldState, formState, handleSubmit } = useForm<Fields>({
    defaultValues,
  });

  const refuse = ({ message, fields }: Problem<Path<Fields>>) => {
    toast.error(message);
    for (const field of fields) setError(field, { message });
    if (fields[0]) setFocus(fields[0]);
  };
  const fail = (error: unknown) => {
    toast.error(failure);
    const wrong = fieldOfFailure?.(error);
    if (wrong) setError(wrong.field, { message: wrong.message });
  };
  const submit = handleSubmit(async (fields) => {
    const problem = problemOf(fields);
    if (problem) return refuse(problem);
    try {
      signIn(await enter(fields));
    } catch (error) {
      return fail(error);
    }
    toast.success(welcome);
    await (back === undefined ? navigate({ to: '/dashboard' }) : navigate({ href: back }));
  });
  return {
    register,
    setValue,
    submit: (event?: SyntheticEvent) => void submit(event),
    busy: formState.isSubmitting,
    errorOf: (field: Path<Fields>) => getFieldState(field, formState).error?.message,
  };
}
