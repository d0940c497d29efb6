import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { passwordStrength } from './password-strength.ts';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'autoComplete'> & {
  label: string;
  error: string | undefined;
  /** What is in it now. */
  typed: string;
};

/** A password that is being chosen, and how strong it is. */
export function NewPasswordField({ label, error, typed, ...input }: NewPasswordFieldProps) {
  const { bars, hint } = passwordStrength(typed);
  return (
    <Field label={label} error={error} help={hint}>
      <PasswordInput {...input} autoComplete="new-password" />
      <div className="meter" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} className={clsx(bar <= bars && 'f')} />
        ))}
      </div>
    </Field>
  );
}
