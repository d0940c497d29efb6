import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** What scrolls has to be reached without a pointer. */
const scrolledByKeys = 0;

type TableScrollProps = Omit<ComponentProps<'section'>, 'tabIndex' | 'aria-label'> & { label: string };

/** A table of figures that scrolls in itself. Its children are the table's parts. */
export function TableScroll({ label, className, children, ...rest }: TableScrollProps) {
  return (
    <section {...rest} className={clsx('dt-scroll', className)} aria-label={label} tabIndex={scrolledByKeys}>
      <table className="dt">{children}</table>
    </section>
  );
}
