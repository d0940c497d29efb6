import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field-control.ts';
import { Icon } from './icon.tsx';
import { pasteAddress } from './pasted-address.ts';

type TextInputProps = ComponentProps<'input'> & { icon?: LucideIcon };

/**
 * Takes `{...register('email')}` as it is. A read-only one is drawn as a line of text. One for an email takes an address
 * as it is copied from elsewhere.
 */
export function TextInput({ icon, className, ...given }: TextInputProps) {
  const control = useFieldControl();
  const rest = given.type === 'email' ? { onPaste: pasteAddress, ...given } : given;
  if (!icon) return <input {...control} {...rest} className={clsx('input', rest.readOnly && 'ro', className)} />;
  return (
    <span className={clsx('input', className)}>
      <Icon as={icon} />
      <input {...control} {...rest} />
    </span>
  );
}
