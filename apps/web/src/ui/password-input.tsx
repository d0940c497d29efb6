import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useFieldControl } from './field-control.ts';
import { IconButton } from './icon-button.tsx';

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const control = useFieldControl();
  const [shown, setShown] = useState(false);
  return (
    <span className="input">
      <input {...control} {...props} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Hide password' : 'Show password'}
        className="reveal"
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}
