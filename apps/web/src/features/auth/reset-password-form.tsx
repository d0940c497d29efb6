import { TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { NewPasswordField } from '../../wallet-ui/new-password-field.tsx';
import { useReset } from './use-reset.ts';

type ResetPasswordFormProps = { token: string; onChanged: () => void; onInvalidLink: () => void };

export function ResetPasswordForm({ token, onChanged, onInvalidLink }: ResetPasswordFormProps) {
  const { fields, register, submit, busy, errorOf, problem } = useReset({ token, onChanged, onInvalidLink });
  return (
    <form className="stack [--gap:20px]" noValidate onSubmit={submit}>
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
