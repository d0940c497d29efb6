import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

type CurrentPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'autoComplete'> & {
  error: string | undefined;
};

/** Shows that it is the member who asks, and not who found the screen open. */
export const CurrentPasswordField = ({ error, ...input }: CurrentPasswordFieldProps) => (
  <Field label="Current password" error={error}>
    <PasswordInput {...input} autoComplete="current-password" />
  </Field>
);
