import { bareFigure } from '@florin/money';
import type { KeyboardEvent, Ref } from 'react';
import { useFieldControl } from '../ui/field-control.ts';

type AmountInputProps = {
  value: string;
  /** Signs and codes that a pasted figure may contain. */
  names: readonly string[];
  onChange: (text: string) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/**
 * A text input, because a number input rejects commas and loses digits. The input ignores typed letters and keeps only
 * the figure of a pasted text such as `−$1,234.56 USD`.
 */
export function AmountInput({ value, names, onChange, ref, ...rest }: AmountInputProps) {
  return (
    <input
      {...useFieldControl()}
      {...rest}
      ref={ref}
      value={value}
      onKeyDown={ignoreLetter}
      onChange={(event) => onChange(bareFigure(event.currentTarget.value, names))}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
    />
  );
}

function ignoreLetter(event: KeyboardEvent) {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing;
  if (!isCommand && /^\p{L}$/u.test(event.key)) event.preventDefault();
}
