import { canonicalEmail, endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { api } from '../../../api/client.ts';
import { refusalCode, troubleText } from '../../../api/refusal-text.ts';
import { endSession, useSession } from '../../../api/session.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toastOnNextPage } from '../../../ui/toast.ts';
import { CurrentPasswordField } from '../../../wallet-ui/current-password-field.tsx';
import styles from './security.module.css';

type Problem = { field: 'password' | 'address'; message: string };

export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const { run, busy, error } = useClosing();
  const email = user?.email ?? '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = problemOf(password, address, email);
    setProblem(wrong);
    if (!wrong) run(password);
  };
  const wrongPassword = refusalCode(error) === 'bad_credentials' ? troubleText(error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Close account"
      description="This can’t be undone. We make your personal data unreadable. Records that we must keep no longer show your name."
    >
      <p className="strong">Empty your account first</p>
      <ul className={`${styles.list} muted`}>
        <li>No money in the Dollar, Euro and Pound wallets</li>
        <li>No coins</li>
        <li>No pending deposits, withdrawals or payments</li>
      </ul>
      <form noValidate onSubmit={submit}>
        <div className="stack form-stack">
          <CurrentPasswordField
            error={problem?.field === 'password' ? problem.message : wrongPassword}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <Field label={`Type ${email}`} error={problem?.field === 'address' ? problem.message : undefined}>
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          </Field>
          {error && wrongPassword === undefined && (
            <Notice icon={TriangleAlert} tone="bad">
              {troubleText(error)}
            </Notice>
          )}
        </div>
        <div className="actions">
          <Button variant="danger" type="submit" busy={busy}>
            {busy ? 'Closing...' : 'Close forever'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function useClosing() {
  const queryClient = useQueryClient();
  return useCommand({
    call: (password: string) => api.call(endpoints.closeAccount, { body: { current_password: password } }),
    onDone: () => {
      toastOnNextPage('success', 'Your account is closed');
      endSession(queryClient);
    },
  });
}

function problemOf(password: string, address: string, email: string): Problem | undefined {
  if (password === '') return { field: 'password', message: 'Enter your password' };
  if (canonicalEmail(address) !== email) return { field: 'address', message: 'This does not match your email' };
  return undefined;
}
