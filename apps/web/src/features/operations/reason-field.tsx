import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';

type ReasonFieldProps = {
  label: string;
  help?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

export function ReasonField({ label, help, value, onChange, error }: ReasonFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      <TextArea rows={3} maxLength={500} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

export const reasonMissing = 'Please give a reason';
