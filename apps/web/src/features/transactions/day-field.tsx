import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { isDay } from './history-search.ts';

type DayFieldProps = {
  label: string;
  /** The day in the URL, such as `2026-10-24`. */
  value: string | undefined;
  /** The earliest valid day. */
  first?: string | undefined;
  /** The latest valid day. */
  last?: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** Selects a day. Ignores incomplete input: while a year is typed, browsers report years such as 0002. */
export function DayField({ label, value, first, last, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState({ text: value ?? '', of: value });
  if (typed.of !== value) setTyped({ text: value ?? '', of: value });
  const outOfOrder = isDay(typed.text) && isOutOfOrder(typed.text, first, last);
  const type = (text: string) => {
    setTyped({ text, of: value });
    if (text === '') onChange(undefined);
    else if (isDay(text) && !isOutOfOrder(text, first, last)) onChange(text);
  };
  return (
    <Field label={label} error={outOfOrder ? 'The start date is after the end date.' : undefined}>
      <TextInput
        type="date"
        value={typed.text}
        min={first}
        max={last}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Field>
  );
}

const isOutOfOrder = (day: string, first: string | undefined, last: string | undefined) =>
  (first !== undefined && day < first) || (last !== undefined && day > last);
