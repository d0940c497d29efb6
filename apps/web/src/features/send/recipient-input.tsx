import type { Contact } from '@florin/contract';
import type { ComponentProps } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { useFieldControl } from '../../ui/field-control.ts';
import { pasteAddress } from '../../ui/pasted-address.ts';

type RecipientInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The contact whose email it is. */
  contact: Contact | undefined;
};

/** An email, with the face of the contact it belongs to. */
export function RecipientInput({ contact, ...rest }: RecipientInputProps) {
  const control = useFieldControl();
  return (
    <span className="input">
      {contact && <Avatar name={contact.name} imageUrl={contact.avatar ?? undefined} size="xs" />}
      <input
        {...control}
        {...rest}
        onPaste={pasteAddress}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </span>
  );
}
