import { clsx } from 'clsx';
import type { PasswordOwner } from '@florin/contract';
import { useState, type ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { passwordBounds } from './password-bounds.ts';
import { usePasswordStrength } from './use-password-strength.ts';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'autoComplete' | 'onFocus'> & {
  label: string;
  error: string | undefined;
  /** The current input. */
  typed: string;
  /** The account's name and email, as far as the page knows them. */
  owner?: PasswordOwner | undefined;
};

const unknownOwner: PasswordOwner = { name: '', email: '' };

/** A new-password input with a strength meter. With an error the meter shows one bar and no hint. */
export function NewPasswordField({ label, error, typed, owner = unknownOwner, ...input }: NewPasswordFieldProps) {
  const [entered, setEntered] = useState(false);
  const rate = usePasswordStrength(entered || typed !== '');
  const strength = rate?.(typed, owner) ?? { bars: 0, hint: passwordBounds };
  const { bars, hint } = error === undefined || typed === '' ? strength : { bars: 1, hint: undefined };
  return (
    <Field label={label} error={error} help={hint}>
      <PasswordInput {...input} onFocus={() => setEntered(true)} autoComplete="new-password" />
      <div className="meter" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} className={clsx(bar <= bars && 'f')} />
        ))}
      </div>
    </Field>
  );
}
