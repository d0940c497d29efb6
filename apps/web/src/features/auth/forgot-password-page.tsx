import { endpoints } from '@florin/contract';
import { Mail, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refusalFields, troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useSecondsLeft } from '../../wallet-ui/held-price/use-seconds-left.ts';
import { AuthSheet } from './auth-sheet.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined)
    return (
      <AuthSheet
        title="Check your email"
        text={`If ${sentTo} has an account, you’ll get a link that works for 30 minutes.`}
      >
        <EmailSent email={sentTo} />
      </AuthSheet>
    );
  return (
    <AuthSheet title="Forgot password" text="We send a link that works once, for 30 minutes.">
      <ForgotPasswordForm onSent={setSentTo} />
    </AuthSheet>
  );
}

function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
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
      <Button variant="primary" size="l" block type="submit" busy={busy} className="space-above-5">
        {busy ? 'Sending...' : 'Send link'}
      </Button>
    </form>
  );
}

const waitSeconds = 60;

/** Offers to send the email again after a minute. */
function EmailSent({ email }: { email: string }) {
  const [sentAt, setSentAt] = useState(() => performance.now());
  const left = Math.ceil(useSecondsLeft(sentAt, waitSeconds));
  const { send, busy, problem } = useForgot({ onSent: () => setSentAt(performance.now()) });
  return (
    <>
      {/* Not a Notice, because a screen reader would announce it every second. */}
      <div className="why">
        <Icon as={Mail} size={16} />
        <span>No email? Check your spam folder, or send it again{left > 0 ? ` in ${clockText(left)}` : ''}.</span>
      </div>
      {problem !== undefined && (
        <div className="space-above-3">
          <Notice icon={TriangleAlert} tone="bad">
            {problem}
          </Notice>
        </div>
      )}
      <Button size="l" block busy={busy} disabled={left > 0} className="space-above-5" onClick={() => send(email)}>
        Send again
      </Button>
    </>
  );
}

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Requests the email with the reset link. */
function useForgot({ onSent }: { onSent: (email: string) => void }) {
  const { run, busy, error } = useCommand({
    call: (email: string) => api.call(endpoints.forgotPassword, { body: { email } }),
    onDone: (_, email) => onSent(email),
  });
  return { send: run, busy, problem: error ? sendErrorText(error) : undefined };
}

const sendErrorText = (error: Error): string =>
  refusalFields(error)['email'] === undefined ? troubleText(error) : 'Enter a valid email address';
