import { clsx } from 'clsx';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field-control.ts';
import { Icon } from './icon.tsx';

type SelectProps = ComponentProps<'select'> & {
  icon?: LucideIcon;
  /** True inside another control, such as the money field. */
  bare?: boolean;
};

/** A native `<select>`, because phones show a native picker for this element. `children` are the options. */
export function Select({ icon, bare = false, className, children, ...rest }: SelectProps) {
  const control = useFieldControl();
  return (
    <span className={clsx(!bare && 'input', 'select', className)}>
      {icon && <Icon as={icon} />}
      <select {...(bare ? {} : control)} {...rest}>
        {children}
      </select>
      <Icon as={ChevronDown} size={16} />
    </span>
  );
}
