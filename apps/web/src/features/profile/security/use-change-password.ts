import { endpoints } from '@florin/contract';
import type { SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../api/client.ts';
import { refusalCode, troubleText } from '../../../api/refusal-text.ts';
import { problemOfNewPassword } from '../../../wallet-ui/new-password-rules.ts';
import { useRefreshSecurity } from './use-refresh-security.ts';

type Fields = { current: string; password: string; confirmation: string };

export function useChangePassword({ onDone }: { onDone: () => void }) {
  const refresh = useRefreshSecurity();
  const { register, watch, setError, setFocus, formState, handleSubmit } = useForm<Fields>({
    defaultValues: { current: '', password: '', confirmation: '' },
  });
  const refuse = (field: keyof Fields, message: string) => {
    setError(field, { message });
    setFocus(field);
  };
  const fail = (error: unknown) => {
    const field = fieldOf(error);
    if (field) return refuse(field, troubleText(error));
    return setError('root', { message: troubleText(error) });
  };
  const submit = handleSubmit(async (fields) => {
    const empty = (['current', 'password', 'confirmation'] as const).find((field) => fields[field] === '');
    if (empty) return refuse(empty, 'Please fill in all fields');
    const problem = problemOfNewPassword(fields);
    if (problem) return refuse(problem.field, problem.message);
    try {
      await api.call(endpoints.changePassword, {
        body: { current_password: fields.current, password: fields.password },
      });
    } catch (error) {
      return fail(error);
    }
    refresh();
    return onDone();
  });
  return {
    register,
    watch,
    submit: (event: SyntheticEvent) => void submit(event),
    busy: formState.isSubmitting,
    errorOf: (field: keyof Fields | 'root') => formState.errors[field]?.message,
  };
}

function fieldOf(error: unknown): 'current' | 'password' | undefined {
  const code = refusalCode(error);
  if (code === 'bad_credentials') return 'current';
  return code === 'password_too_common' ? 'password' : undefined;
}
