import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';
import { TextInput } from '../../ui/text-input.tsx';

type GroupedInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  /** The number without separators. */
  value: string;
  onChange: (value: string) => void;
  /** The number of characters in a group. */
  size: number;
  separator: ' ' | '-';
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
};

/**
 * Shows a number in groups, such as `NL91 ABNA` or `12-34-56`. Members type and paste the number with or without
 * separators. The cursor stays at its character when a separator appears before the cursor.
 */
export function GroupedInput({ value, onChange, size, separator, inputRef, ...rest }: GroupedInputProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const ref = inputRef ?? ownRef;
  /** The number of characters before the cursor after the last change, without separators. */
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const [input, count] = [ref.current, before.current];
    before.current = undefined;
    if (!input || count === undefined || document.activeElement !== input) return;
    const position = grouped(input.value.replaceAll(separators, '').slice(0, count), size, separator).length;
    input.setSelectionRange(position, position);
  });
  return (
    <TextInput
      {...typedExactly}
      {...rest}
      ref={ref}
      value={grouped(value, size, separator)}
      onChange={({ currentTarget: { value: text, selectionStart } }) => {
        before.current = text.slice(0, selectionStart ?? text.length).replaceAll(separators, '').length;
        onChange(text.replaceAll(separators, ''));
      }}
    />
  );
}

/** Attributes for inputs with text that browsers must not complete or correct. */
export const typedExactly = { autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const;

/** Blanks, hyphens and dashes. */
const separators = /[\s\-\u2010-\u2015]/g;

const grouped = (text: string, size: number, separator: string) =>
  (text.match(new RegExp(`.{1,${size}}`, 'gu')) ?? []).join(separator);
