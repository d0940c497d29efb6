import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Segment<Value extends string> = { value: Value; label: ReactNode; name?: string };

type SegmentedProps<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
};

/** A few exclusive choices in one line, such as a chart's range. Set `name` for a segment that shows only an icon. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  className,
}: SegmentedProps<Value>) {
  return (
    <fieldset className={clsx('seg', className)} aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          aria-label={segment.name}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
