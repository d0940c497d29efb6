import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field-control.ts';
import { Icon } from './icon.tsx';

type TextInputProps = ComponentProps<'input'> & { icon?: LucideIcon };

/** Takes `{...register('email')}` as it is. A read-only one is drawn as a line of text. */
export function TextInput({ icon, className, ...rest }: TextInputProps) {
  const control = useFieldControl();
  if (!icon) return <input {...control} {...rest} className={clsx('input', rest.readOnly && 'ro', className)} />;
  return (
    <span className={clsx('input', className)}>
      <Icon as={icon} />
      <input {...control} {...rest} />
    </span>
  );
}
