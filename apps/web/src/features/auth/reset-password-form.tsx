import { endpoints } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../api/client.ts';
import { refusalCode, refusalText } from '../../api/refusal-text.ts';
import { forgetStoredSession } from '../../api/stored-session.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { useFields } from '../../ui/use-fields.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { NewPasswordField } from '../../wallet-ui/new-password-field.tsx';
import { problemOfReset } from './entry-rules.ts';

type ResetPasswordFormProps = { token: string; onChanged: () => void; onInvalidLink: () => void };

export function ResetPasswordForm({ token, onChanged, onInvalidLink }: ResetPasswordFormProps) {
  const { fields, register, submit, busy, errorOf, problem } = useReset({ token, onChanged, onInvalidLink });
  return (
    <form className="stack form-stack" noValidate onSubmit={submit}>
      <NewPasswordField
        label="New password"
        error={errorOf('password')}
        typed={fields.password}
        {...register('password')}
      />
      <Field label="Confirm new password" error={errorOf('confirmation')}>
        <PasswordInput autoComplete="new-password" {...register('confirmation')} />
      </Field>
      {problem !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {problem}
        </Notice>
      )}
      <Button variant="primary" size="l" block type="submit" busy={busy}>
        {busy ? 'Saving...' : 'Save password'}
      </Button>
    </form>
  );
}

type Reset = { token: string; onChanged: () => void; onInvalidLink: () => void };

/** After a lost answer the password may be saved. The link no longer works after a saved password. */
const unanswered = 'The server did not answer. Try again. If the link no longer works, sign in with the new password.';

/** Sets the new password with the token of the link. The token works for one successful reset. */
function useReset({ token, onChanged, onInvalidLink }: Reset) {
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
