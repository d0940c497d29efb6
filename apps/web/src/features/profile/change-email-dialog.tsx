import { endpoints } from '@florin/contract';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { orFallback } from '../../api/not-offered.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CurrentPasswordField } from '../../wallet-ui/current-password-field.tsx';

type ChangeEmailDialogProps = {
  email: string;
  onMailed: (email: string) => void;
  /** Called instead of `onMailed` if the server has no such endpoint. */
  onKept: (email: string) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
};

export function ChangeEmailDialog({ email, onMailed, onKept, onClose, returnFocusTo }: ChangeEmailDialogProps) {
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState(false);
  const { run, busy, error, reset } = useCommand({
    call: (current_password: string) =>
      orFallback(
        api.call(endpoints.changeEmail, { body: { email, current_password } }).then(() => onMailed),
        () => onKept,
      ),
    onDone: (onAccepted) => {
      onAccepted(email);
      onClose();
    },
  });
  const refused = error ? troubleText(error) : undefined;
  const submit = () => {
    setEmpty(password === '');
    if (password !== '') run(password);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title="Change your email"
      description={`Open the link we email to ${email} to change your address. We also notify your old address.`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CurrentPasswordField
          error={empty ? 'Enter your password' : refused}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            setEmpty(false);
            reset();
          }}
        />
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Sending...' : 'Send the link'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
