import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type SumLine = { label: string; value: ReactNode };

type FeeSummaryProps = {
  /** The parts of the total: the amount, and the fee with its percentage in the label. */
  lines: readonly SumLine[];
  total: SumLine;
  /** Shows the total in the large figure size. */
  large?: boolean;
  className?: string | undefined;
};

/** Lists amounts and their total, which has a double rule below it. */
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
        <dd className={clsx(large && 'figure fee-total')}>{total.value}</dd>
      </div>
    </dl>
  );
}
