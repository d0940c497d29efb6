import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field-control.ts';
import { Icon } from './icon.tsx';
import { pasteAddress } from './pasted-address.ts';

type TextInputProps = ComponentProps<'input'> & { icon?: LucideIcon };

/**
 * Accepts `{...register('email')}`. Read-only inputs look like plain text. Email inputs extract the address from pasted
 * text.
 */
export function TextInput({ icon, className, ...given }: TextInputProps) {
  const control = useFieldControl();
  const rest = given.type === 'email' ? { onPaste: pasteAddress, ...given } : given;
  if (!icon) return <input {...control} {...rest} className={clsx('input', rest.readOnly && 'read-only', className)} />;
  return (
    <span className={clsx('input', className)}>
      <Icon as={icon} />
      <input {...control} {...rest} />
    </span>
  );
}
