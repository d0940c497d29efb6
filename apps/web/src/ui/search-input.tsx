import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

type SearchInputProps = Omit<ComponentProps<'input'>, 'type'> & { label: string };

export function SearchInput({ label, className, ...rest }: SearchInputProps) {
  return (
    <label className={clsx('input find', className)}>
      <Icon as={Search} />
      <input aria-label={label} placeholder={label} {...rest} type="search" />
    </label>
  );
}
