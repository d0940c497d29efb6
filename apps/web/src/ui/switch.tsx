import type { ComponentProps } from 'react';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'> & {
  label: string;
  checked: boolean;
};

/** On or off at once, without a button that saves. Why it cannot be turned stands beside it, by `aria-describedby`. */
export function Switch({ label, checked, ...rest }: SwitchProps) {
  return (
    <label className="switch">
      <input {...rest} type="checkbox" role="switch" aria-label={label} checked={checked} aria-checked={checked} />
      <i />
    </label>
  );
}
