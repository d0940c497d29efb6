import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../../api/client.ts';
import { refusalCode, refusalText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { useFields } from '../../../ui/use-fields.ts';
import { missingNewPassword, problemOfNewPassword } from '../../../wallet-ui/new-password-rules.ts';
import { useRefreshSecurity } from './use-refresh-security.ts';

const blank = { current: '', password: '', confirmation: '' };

type Field = keyof typeof blank;

const unanswered = 'The server did not answer. Try again. If your current password fails, the new one is already set.';

const missing: Record<Field, string> = { current: 'Enter your current password', ...missingNewPassword };

export function useChangePassword({ onDone }: { onDone: () => void }) {
  const refresh = useRefreshSecurity();
  const { fields, register, errorOf, clearErrors, showProblem } = useFields<Field>(blank);
  /** The error that belongs to no field. */
  const [refusal, setRefusal] = useState<string>();
  // True after a lost answer: the server may have changed the password.
  const [mayBeChanged, setMayBeChanged] = useState(false);
  const reject = (field: Field, message: string) => showProblem({ at: { [field]: message } });
  const { run, busy } = useCommand({
    call: ({ current, password }: Readonly<Record<Field, string>>) =>
      api.call(endpoints.changePassword, { body: { current_password: current, password } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onFailed: (error) => {
      const code = refusalCode(error);
      const message = refusalText(error, unanswered);
      if (code === undefined) {
        setMayBeChanged(true);
        refresh();
      }
      if (code === 'bad_credentials')
        return reject('current', mayBeChanged ? `${message} Your new password may already be set.` : message);
      if (code === 'password_too_common') return reject('password', message);
      return setRefusal(message);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    clearErrors();
    setRefusal(undefined);
    const empty = (['current', 'password', 'confirmation'] as const).find((field) => fields[field] === '');
    if (empty) return reject(empty, missing[empty]);
    const problem = problemOfNewPassword(fields);
    if (problem) return reject(problem.field, problem.message);
    run(fields);
  };
  return { fields, register, submit, busy, errorOf, refusal };
}
