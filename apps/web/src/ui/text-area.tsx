import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field-control.ts';

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldControl()} {...rest} className={clsx('input', className)} />;
}
