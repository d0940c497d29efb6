import { endpoints } from '@florin/contract';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../../../api/client.ts';
import { troubleText } from '../../../../api/refusal-text.ts';
import { useCommand } from '../../../../api/use-command.ts';
import { Button } from '../../../../ui/button.tsx';
import { CurrentPasswordField } from '../current-password-field.tsx';
import type { AppSecret } from './app-secret.ts';

type PasswordStepProps = { onSecret: (secret: AppSecret) => void; onClose: () => void };

export function PasswordStep({ onSecret, onClose }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState(false);
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.setUpTwoFactor, { body: { current_password: password } }),
    onDone: onSecret,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setEmpty(password === '');
    if (password !== '') run(undefined);
  };
  const refused = error ? troubleText(error) : undefined;
  return (
    <form noValidate onSubmit={submit}>
      <p className="muted mb-5">
        A code of an app on your phone is then asked for at sign-in and before what is sensitive. A stolen password
        alone opens nothing.
      </p>
      <CurrentPasswordField
        error={empty ? 'Enter your password' : refused}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          setEmpty(false);
        }}
      />
      <div className="actions">
        <Button variant="primary" type="submit" busy={busy}>
          Continue
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
