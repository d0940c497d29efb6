import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../api/client.ts';
import { refusalCode, refusalText } from '../../../api/refusal-text.ts';
import { missingNewPassword, problemOfNewPassword } from '../../../wallet-ui/new-password-rules.ts';
import { useRefreshSecurity } from './use-refresh-security.ts';

type Fields = { current: string; password: string; confirmation: string };

const unanswered = 'The server did not answer. Try again. If your current password fails, the new one is already set.';

const missing: Fields = { current: 'Enter your current password', ...missingNewPassword };

export function useChangePassword({ onDone }: { onDone: () => void }) {
  const refresh = useRefreshSecurity();
  const { register, watch, setError, setFocus, formState, handleSubmit } = useForm<Fields>({
    defaultValues: { current: '', password: '', confirmation: '' },
  });
  // True after a lost answer: the server may have changed the password.
  const [mayBeChanged, setMayBeChanged] = useState(false);
  const reject = (field: keyof Fields, message: string) => {
    setError(field, { message });
    setFocus(field);
  };
  const fail = (error: unknown) => {
    const code = refusalCode(error);
    const message = refusalText(error, unanswered);
    if (code === undefined) {
      setMayBeChanged(true);
      refresh();
    }
    if (code === 'bad_credentials')
      return reject('current', mayBeChanged ? `${message} Your new password may already be set.` : message);
    if (code === 'password_too_common') return reject('password', message);
    return setError('root', { message });
  };
  const submit = handleSubmit(async (fields) => {
    const empty = (['current', 'password', 'confirmation'] as const).find((field) => fields[field] === '');
    if (empty) return reject(empty, missing[empty]);
    const problem = problemOfNewPassword(fields);
    if (problem) return reject(problem.field, problem.message);
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
