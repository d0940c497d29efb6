import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';
import styles from './overlay.module.css';

type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers only. `lead` is the visible header. */
  title: string;
  lead: ReactNode;
  children: ReactNode;
};

/** A detail panel next to its list. On phones, the panel is a bottom sheet. */
export function Drawer({ open, onOpenChange, title, lead, children }: DrawerProps) {
  useBackCloses(open, () => onOpenChange(false));
  const returnFocus = useReturnFocus(open);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content className="drawer" {...returnFocus} aria-describedby={undefined}>
          <RadixDialog.Title className="screen-reader">{title}</RadixDialog.Title>
          <header role="none">
            {lead}
            <RadixDialog.Close asChild>
              <IconButton icon={X} label="Close" iconSize={20} />
            </RadixDialog.Close>
          </header>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
