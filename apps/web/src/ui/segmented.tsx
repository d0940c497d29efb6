import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';

export type Segment<Value extends string> = { value: Value; label: ReactNode; name?: string };

type SegmentedProps<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
  pressedRef?: Ref<HTMLButtonElement>;
};

/** A few exclusive choices in one line, such as a chart's range. Set `name` for a segment that shows only an icon. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  className,
  pressedRef,
}: SegmentedProps<Value>) {
  return (
    <fieldset className={clsx('segmented', className)} aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          ref={segment.value === value ? pressedRef : undefined}
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
