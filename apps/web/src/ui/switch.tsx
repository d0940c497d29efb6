import type { ComponentProps } from 'react';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'> & {
  label: string;
  checked: boolean;
};

/** Takes effect immediately, without a Save button. If disabled, `aria-describedby` points to the reason. */
export function Switch({ label, checked, ...rest }: SwitchProps) {
  return (
    <label className="switch">
      <input {...rest} type="checkbox" role="switch" aria-label={label} checked={checked} aria-checked={checked} />
      <i />
    </label>
  );
}
