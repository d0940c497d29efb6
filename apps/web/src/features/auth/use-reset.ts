import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../api/client.ts';
import { refusalCode, refusalText } from '../../api/refusal-text.ts';
import { forgetStoredSession } from '../../api/stored-session.ts';
import { useCommand } from '../../api/use-command.ts';
import { problemOfReset } from './entry-rules.ts';
import { useFields } from './use-fields.ts';

type Reset = { token: string; onChanged: () => void; onDead: () => void };

/** It may have saved the password, and then the link has worked. */
const unanswered = 'The server did not answer. Try again; if the link no longer works, sign in with the new password.';

/** Sets the new password with the token of the link, which is good for one try that succeeds. */
export function useReset({ token, onChanged, onDead }: Reset) {
  const { fields, register, errorOf, clearErrors, refuse, setError } = useFields({ password: '', confirmation: '' });
  const [trouble, setTrouble] = useState<string>();
  const { run, busy } = useCommand({
    call: (password: string) => api.call(endpoints.resetPassword, { body: { token, password } }),
    onDone: () => {
      forgetStoredSession(); // one that was open in this browser has just ended, too
      onChanged();
    },
    onFailed: (error) => {
      const code = refusalCode(error);
      if (code === 'reset_invalid') return onDead();
      const message = refusalText(error, unanswered);
      return code === 'password_too_common' ? setError('password', message) : setTrouble(message);
    },
  });
  return {
    fields,
    register,
    errorOf,
    trouble,
    busy,
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      clearErrors();
      setTrouble(undefined);
      const problem = problemOfReset(fields);
      if (problem) refuse(problem);
      else run(fields.password);
    },
  };
}
