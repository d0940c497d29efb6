import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../api/client.ts';
import { refusalCode, refusalText } from '../../api/refusal-text.ts';
import { forgetStoredSession } from '../../api/stored-session.ts';
import { useCommand } from '../../api/use-command.ts';
import { problemOfReset } from './entry-rules.ts';
import { useFields } from './use-fields.ts';

type Reset = { token: string; onChanged: () => void; onInvalidLink: () => void };

/** After a lost answer the password may be saved, and the link then no longer works. */
const unanswered = 'The server did not answer. Try again. If the link no longer works, sign in with the new password.';

/** Sets the new password with the token of the link. The token works for one successful reset. */
export function useReset({ token, onChanged, onInvalidLink }: Reset) {
  const { fields, register, errorOf, clearErrors, showProblem, setError } = useFields({
    password: '',
    confirmation: '',
  });
  const [problem, setProblem] = useState<string>();
  const { run, busy } = useCommand({
    call: (password: string) => api.call(endpoints.resetPassword, { body: { token, password } }),
    onDone: () => {
      forgetStoredSession(); // The reset also ended the session in this browser.
      onChanged();
    },
    onFailed: (error) => {
      const code = refusalCode(error);
      if (code === 'reset_invalid') return onInvalidLink();
      const message = refusalText(error, unanswered);
      return code === 'password_too_common' ? setError('password', message) : setProblem(message);
    },
  });
  return {
    fields,
    register,
    errorOf,
    problem,
    busy,
    submit: (event: SyntheticEvent) => {
      event.preventDefault();
      clearErrors();
      setProblem(undefined);
      const invalid = problemOfReset(fields);
      if (invalid) showProblem(invalid);
      else run(fields.password);
    },
  };
}
