import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';

type ReasonFieldProps = {
  label: string;
  help?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** True for the first field of a dialog. The first field gets the focus. */
  isFirst?: boolean;
};

export function ReasonField({ label, help, value, onChange, error, isFirst = false }: ReasonFieldProps) {
  const field = useFocusOnMount<HTMLTextAreaElement>(isFirst);
  return (
    <Field label={label} help={help} error={error}>
      <TextArea ref={field} rows={3} maxLength={500} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

export const reasonMissing = 'Please give a reason';
