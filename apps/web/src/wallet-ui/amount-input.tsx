import type { Ref } from 'react';
import { useFieldControl } from '../ui/field-control.ts';

type AmountInputProps = {
  value: string;
  onChange: (text: string) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A text control, not a number one: a number control would refuse the comma and lose digits. */
export function AmountInput({ value, onChange, ref, ...rest }: AmountInputProps) {
  return (
    <input
      {...useFieldControl()}
      {...rest}
      ref={ref}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
    />
  );
}
