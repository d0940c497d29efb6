import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useForgot } from './use-forgot.ts';

export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { send, busy, problem } = useForgot({ onSent });
  const [email, setEmail] = useState('');
  const [empty, setEmpty] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() === '') return setEmpty(true);
        return send(email.trim());
      }}
    >
      <Field label="Email" error={empty ? 'Please enter your email' : problem}>
        <TextInput
          type="email"
          autoComplete="username"
          placeholder="name@example.com"
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            setEmpty(false);
          }}
        />
      </Field>
      <Button variant="primary" size="l" block type="submit" busy={busy} className="mt-5">
        {busy ? 'Sending...' : 'Send link'}
      </Button>
    </form>
  );
}
