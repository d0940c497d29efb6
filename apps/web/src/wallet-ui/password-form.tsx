import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { refusalCode, refusalText, troubleText } from '../api/refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

type PasswordFormProps = {
  command: { run: (password: string) => void; busy: boolean; error: Error | null };
  action: string;
  busyText?: string;
  variant?: 'primary' | 'danger';
  /** The message after a lost response. Defaults to a request to try again. */
  unanswered?: string | undefined;
  leave: { label: 'Back' | 'Cancel'; onClick: () => void };
};

/** Asks for the password before a security setting changes, and shows the result. */
export function PasswordForm(props: PasswordFormProps) {
  const { action, busyText, variant = 'primary', unanswered, leave } = props;
  const { run, busy, error } = props.command;
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState(false);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setEmpty(password === '');
    if (password !== '') run(password);
  };
  const wrongPassword = refusalCode(error) === 'bad_credentials' ? troubleText(error) : undefined;
  const field = useRef<HTMLInputElement>(null);
  // Focuses the field on mount, and selects a wrong password so that typing replaces it.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [wrongPassword]);
  return (
    <form noValidate onSubmit={submit}>
      <div className="stack form-stack">
        <CurrentPasswordField
          ref={field}
          error={empty ? 'Enter your password' : wrongPassword}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            setEmpty(false);
          }}
        />
        {error && wrongPassword === undefined && (
          <Notice icon={TriangleAlert} tone="bad">
            {unanswered === undefined ? troubleText(error) : refusalText(error, unanswered)}
          </Notice>
        )}
      </div>
      <div className="actions">
        <Button variant={variant} type="submit" busy={busy}>
          {busy ? (busyText ?? action) : action}
        </Button>
        <Button disabled={busy} onClick={leave.onClick}>
          {leave.label}
        </Button>
      </div>
    </form>
  );
}
