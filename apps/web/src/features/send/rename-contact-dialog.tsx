import type { Contact } from '@florin/contract';
import { useState } from 'react';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useRename } from './use-contact-change.ts';

/** The contract's maximum length. */
const nameMaximum = 100;

type RenameContactDialogProps = { contact: Contact; onClose: () => void; returnFocusTo: () => HTMLElement | null };

export function RenameContactDialog({ contact, onClose, returnFocusTo }: RenameContactDialogProps) {
  const [name, setName] = useState(contact.name);
  const [empty, setEmpty] = useState(false);
  const { mutate, isPending, error, reset } = useRename(contact, { onDone: onClose });
  const save = () => {
    setEmpty(name.trim() === '');
    if (name.trim() !== '' && !isPending) mutate(name.trim());
  };
  return (
    <Dialog open onOpenChange={onClose} returnFocusTo={returnFocusTo} title="Rename" description={contact.email}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Name" error={empty ? 'Enter a name' : problemOf(error)}>
          <TextInput
            value={name}
            maxLength={nameMaximum}
            autoComplete="off"
            onChange={(event) => {
              setName(event.currentTarget.value);
              setEmpty(false);
              reset();
            }}
          />
        </Field>
        <div className="actions">
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

const problemOf = (error: Error | null) =>
  error ? (refusalFields(error)['name'] ?? refusalText(error, 'Failed to rename the contact')) : undefined;
