import type { PasswordOwner } from '@florin/contract';
import { clsx } from 'clsx';
import { useState, useEffect, type ComponentProps } from 'react';
import { isLive } from '../api/page-settings.ts';
import { brandName } from '../ui/brand.ts';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { passwordBounds } from './password-bounds.ts';
import type { Strength } from './password-strength.ts';
import styles from './new-password-field.module.css';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'autoComplete' | 'onFocus'> & {
  label: string;
  error: string | undefined;
  /** The current input. */
  typed: string;
  /** The known part of the account's name and email. */
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
      <div className={styles.meter} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} className={clsx(bar <= bars && styles.filled)} />
        ))}
      </div>
    </Field>
  );
}

type Rate = (password: string, owner: PasswordOwner) => Strength;

/**
 * Returns the function that rates passwords. Loads the list of common passwords when `wanted`, so no part of a password
 * leaves the page. Returns undefined until the list has loaded, and if loading fails. The server checks passwords in
 * any case.
 */
function usePasswordStrength(wanted: boolean): Rate | undefined {
  const [loaded, setLoaded] = useState<{ rate: Rate }>();
  useEffect(() => {
    if (!wanted) return undefined;
    let isMounted = true;
    const load = async () => {
      const { passwordStrength } = await import('./password-strength.ts');
      if (isMounted)
        setLoaded({
          rate: (password, owner) => passwordStrength(password, { owner, live: isLive(), brand: brandName }),
        });
    };
    load().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [wanted]);
  return loaded?.rate;
}
