import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type SumLine = { label: string; value: ReactNode };

type FeeSummaryProps = {
  /** What makes the total: the amount, and the fee with its percentage in the label. */
  lines: readonly SumLine[];
  total: SumLine;
  /** The total at figure size, on task forms. */
  large?: boolean;
  className?: string | undefined;
};

/** A column of figures. The double rule closes the total and nothing else. */
export function FeeSummary({ lines, total, large = true, className }: FeeSummaryProps) {
  return (
    <dl className={clsx('sum', className)}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{total.label}</dt>
        <dd className={clsx(large && 'fig fee-total')}>{total.value}</dd>
      </div>
    </dl>
  );
}
