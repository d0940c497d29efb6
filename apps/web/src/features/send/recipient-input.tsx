import type { ComponentProps } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { useFieldControl } from '../../ui/field-control.ts';

type RecipientInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Of the contact whose email it is. */
  contactName: string | undefined;
};

/** An email, with the face of the contact it belongs to. */
export function RecipientInput({ contactName, ...rest }: RecipientInputProps) {
  const control = useFieldControl();
  return (
    <span className="input">
      {contactName !== undefined && <Avatar name={contactName} size="xs" />}
      <input {...control} {...rest} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </span>
  );
}
