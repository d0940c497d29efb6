import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Keyboard users must be able to focus a scrolling area. */
const focusable = 0;

type TableScrollProps = Omit<ComponentProps<'section'>, 'tabIndex' | 'aria-label'> & { label: string };

/** A table that scrolls horizontally. `children` are the table's parts. */
export function TableScroll({ label, className, children, ...rest }: TableScrollProps) {
  return (
    <section {...rest} className={clsx('data-table-scroll', className)} aria-label={label} tabIndex={focusable}>
      <table className="data-table">{children}</table>
    </section>
  );
}
