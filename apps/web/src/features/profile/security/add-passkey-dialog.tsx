import { TriangleAlert } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { hasPasskeyAlready, createPasskey } from '../../../api/create-passkey.ts';
import { isPasskeyDeclined } from '../../../api/passkeys.ts';
import { refusalCode, troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { CurrentPasswordField } from '../../../wallet-ui/current-password-field.tsx';
import { RecoveryCodes } from './two-factor/recovery-codes.tsx';
import { useRefreshSecurity } from './use-refresh-security.ts';

const maxNameLength = 60;

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  const [warned, setWarned] = useState(false);
  const [missing, setMissing] = useState<'name' | 'password'>();
  const refresh = useRefreshSecurity();
  const { run, busy, error } = useCommand({
    call: () => createPasskey(name.trim(), password),
    onDone: ({ recovery_codes: first }) => {
      toast.success('Passkey added');
      refresh();
      if (first) setCodes(first);
      else onClose();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const empty = missingField(name, password);
    setMissing(empty);
    if (empty === undefined) run(undefined);
  };
  const wrongPassword = refusalCode(error) === 'bad_credentials';
  if (codes)
    return (
      // The codes are shown only once, so Escape or a click outside does not close the dialog.
      <Dialog open onOpenChange={() => setWarned(true)} title="Recovery codes">
        <RecoveryCodes codes={codes} step={undefined} warned={warned} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a passkey"
      description="Your browser asks where to save the passkey: this device, a phone or a security key."
    >
      <form noValidate onSubmit={submit}>
        <div className="stack form-stack">
          <Field label="Name" error={missing === 'name' ? 'Enter a name for the passkey' : undefined}>
            <TextInput
              maxLength={maxNameLength}
              autoComplete="off"
              placeholder="My phone"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <CurrentPasswordField
            error={passwordError(missing, wrongPassword ? error : null)}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          {error && !wrongPassword && (
            <Notice icon={TriangleAlert} tone="bad">
              {createErrorText(error)}
            </Notice>
          )}
        </div>
        <div className="actions">
          <Button variant="primary" type="submit" busy={busy}>
            {busy ? 'Waiting for the passkey...' : 'Continue'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function missingField(name: string, password: string): 'name' | 'password' | undefined {
  if (name.trim() === '') return 'name';
  return password === '' ? 'password' : undefined;
}

function passwordError(missing: 'name' | 'password' | undefined, refused: Error | null): string | undefined {
  if (missing === 'password') return 'Enter your password';
  return refused ? troubleText(refused) : undefined;
}

function createErrorText(error: Error): string {
  if (hasPasskeyAlready(error)) return 'This device already has a passkey for your account.';
  return isPasskeyDeclined(error) ? 'Passkey not created. Try again.' : troubleText(error);
}
