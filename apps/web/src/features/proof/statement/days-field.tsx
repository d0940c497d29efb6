import { statementDays } from '@florin/contract';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';

export type Days = (typeof statementDays)[number];

/** The validity period of the statement. */
export const DaysField = ({ value, onChange }: { value: Days; onChange: (days: Days) => void }) => (
  <Field label="Valid for">
    <Select
      value={value}
      onChange={({ currentTarget }) =>
        onChange(statementDays.find((days) => String(days) === currentTarget.value) ?? value)
      }
    >
      {statementDays.map((days) => (
        <option key={days} value={days}>
          {days === 1 ? '1 day' : `${days} days`}
        </option>
      ))}
    </Select>
  </Field>
);
