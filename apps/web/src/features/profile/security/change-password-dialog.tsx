import { useQuery } from '@tanstack/react-query';
import { Info, TriangleAlert } from 'lucide-react';
import { sessionsQuery } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { NewPasswordField } from '../../../wallet-ui/new-password-field.tsx';
import { CurrentPasswordField } from '../../../wallet-ui/current-password-field.tsx';
import { useChangePassword } from './use-change-password.ts';

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { fields, register, submit, busy, errorOf, refusal } = useChangePassword({
    onDone: () => {
      toast.success('Password changed');
      onClose();
    },
  });
  const { user } = useSession();
  return (
    <Dialog open onOpenChange={onClose} title="Change Password">
      <form noValidate onSubmit={submit}>
        {/* Tells password managers which account the password belongs to. */}
        <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />
        <div className="stack form-stack">
          <CurrentPasswordField error={errorOf('current')} {...register('current')} />
          <NewPasswordField
            label="New password"
            error={errorOf('password')}
            typed={fields.password}
            owner={user ?? undefined}
            {...register('password')}
          />
          <Field label="Confirm new password" error={errorOf('confirmation')}>
            <PasswordInput autoComplete="new-password" {...register('confirmation')} />
          </Field>
          {refusal === undefined ? (
            <Notice icon={Info}>
              <OtherSessions />
            </Notice>
          ) : (
            <Notice icon={TriangleAlert} tone="bad">
              {refusal}
            </Notice>
          )}
        </div>
        <div className="actions">
          <Button variant="primary" type="submit" busy={busy}>
            {busy ? 'Changing...' : 'Change Password'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function OtherSessions() {
  const { data } = useQuery(sessionsQuery);
  const others = data?.filter(({ current }) => !current).length;
  if (others === 0) return 'You have no other sessions. You stay signed in here.';
  return `This ends ${sessionsText(others)}. You stay signed in here.`;
}

function sessionsText(others: number | undefined): string {
  if (others === undefined) return 'your other sessions';
  return others === 1 ? 'your other session' : `your ${others} other sessions`;
}
