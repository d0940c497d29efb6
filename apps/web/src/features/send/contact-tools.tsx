import type { Contact } from '@florin/contract';
import { clsx } from 'clsx';
import { Ellipsis, Pencil, Star, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { contactsHeadingId } from './contacts-heading.ts';
import { RemoveContactDialog } from './remove-contact-dialog.tsx';
import { RenameContactDialog } from './rename-contact-dialog.tsx';
import { useFavorite } from './use-contact-change.ts';
import styles from './send.module.css';

/** The favorite star of a contact, and a menu with Rename and Remove. */
export function ContactTools({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { favorite, toggle } = useFavorite(contact);
  const menuButton = useRef<HTMLButtonElement>(null);
  // The heading gets the focus, because the menu button disappears together with a removed contact.
  const returnFocusTo = () => menuButton.current ?? document.getElementById(contactsHeadingId);
  const dialog = { contact, onClose: () => setOpen(undefined), returnFocusTo };
  return (
    <span className={styles.tools}>
      <Menu
        trigger={<IconButton ref={menuButton} icon={Ellipsis} className="more" label={`More for ${contact.name}`} />}
      >
        <MenuItem icon={Pencil} onSelect={() => setOpen('rename')}>
          Rename
        </MenuItem>
        <MenuItem icon={Trash2} onSelect={() => setOpen('remove')}>
          Remove
        </MenuItem>
      </Menu>
      <IconButton
        icon={Star}
        iconSize={16}
        className={clsx('star', favorite && 'is-on')}
        label={`Favorite ${contact.name}`}
        aria-pressed={favorite}
        onClick={toggle}
      />
      {open === 'rename' && <RenameContactDialog {...dialog} />}
      {open === 'remove' && <RemoveContactDialog {...dialog} />}
    </span>
  );
}
