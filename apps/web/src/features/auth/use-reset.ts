import { CallRefused, endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { endSession } from '../../api/session.ts';
import { problemOfReset, type ResetFields } from './entry-rules.ts';

type Reset = { token: string; onChanged: () => void; onDead: () => void };

/** Sets the new password with the token of the link, which is good for one try that succeeds. */
export function useReset({ token, onChanged, onDead }: Reset) {
  const queryClient = useQueryClient();
  const { register, watch, setError, setFocus, formState, handleSubmit } = useForm<ResetFields>({
    defaultValues: { password: '', confirmation: '' },
  });
  const fail = (error: unknown) => {
    const code = error instanceof CallRefused ? error.body?.code : undefined;
    if (code === 'reset_invalid') return onDead();
    const message = refusalText(error, 'The server did not answer. Your link is still good.');
    return setError(code === 'password_too_common' ? 'password' : 'root', { message });
  };
  const submit = handleSubmit(async (fields) => {
    const problem = problemOfReset(fields);
    if (problem) {
      for (const field of problem.fields) setError(field, { message: problem.message });
      if (problem.fields[0]) setFocus(problem.fields[0]);
      return;
    }
    try {
      await api.call(endpoints.resetPassword, { body: { token, password: fields.password } });
    } catch (error) {
      return fail(error);
    }
    endSession(queryClient); // one that was open in this browser has just ended, too
    return onChanged();
  });
  return {
    register,
    watch,
    submit: (event: SyntheticEvent) => void submit(event),
    busy: formState.isSubmitting,
    errorOf: (field: keyof ResetFields | 'root') => formState.errors[field]?.message,
  };
}
