import type { Contact } from '@florin/contract';
import type { ComponentProps } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { useFieldControl } from '../../ui/field-control.ts';
import { pasteAddress } from '../../ui/pasted-address.ts';

type RecipientInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The contact with this email. */
  contact: Contact | undefined;
};

/** An email input that shows the avatar of the matching contact. */
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
