import { clsx } from 'clsx';
import { useState, type Ref } from 'react';
import { useFieldControl } from './field-control.ts';
import styles from './code-input.module.css';

const length = 6;

type CodeInputProps = {
  value: string;
  onChange: (digits: string) => void;
  /** Called when the sixth digit is typed or pasted. */
  onComplete?: ((digits: string) => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Six digits in six boxes. One invisible input covers the boxes, so pasting and autofill work. */
export function CodeInput({ value, onChange, onComplete, ref }: CodeInputProps) {
  const control = useFieldControl();
  const [focused, setFocused] = useState(false);
  return (
    <span className={styles.code}>
      <input
        {...control}
        ref={ref}
        value={value}
        // No `maxLength`: pasted codes may contain spaces.
        onChange={({ target }) => {
          const digits = target.value.replaceAll(/[^0-9]/g, '').slice(0, length);
          onChange(digits);
          if (digits.length === length && digits !== value) onComplete?.(digits);
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
      />
      {Array.from({ length }, (_, place) => (
        <i
          key={place}
          aria-hidden
          className={clsx(focused && place === Math.min(value.length, length - 1) && styles.now)}
        >
          {value[place]}
        </i>
      ))}
    </span>
  );
}
