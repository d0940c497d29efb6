import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

type CurrentPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'autoComplete'> & {
  error: string | undefined;
};

/** Asks for the password again, so that an unattended open session cannot change security settings. */
export const CurrentPasswordField = ({ error, ...input }: CurrentPasswordFieldProps) => (
  <Field label="Current password" error={error}>
    <PasswordInput {...input} autoComplete="current-password" />
  </Field>
);
