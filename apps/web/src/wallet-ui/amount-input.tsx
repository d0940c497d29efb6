import { bareFigure } from '@florin/money';
import type { KeyboardEvent, Ref } from 'react';
import { useFieldControl } from '../ui/field-control.ts';

type AmountInputProps = {
  value: string;
  /** What may be pasted beside the figure: a sign, a code. */
  names: readonly string[];
  onChange: (text: string) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/**
 * A text control, not a number one: a number control would refuse the comma and lose digits. It takes no letters, and of
 * a figure that is pasted as it is shown elsewhere (`−$1,234.56 USD`) it keeps the figure.
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
