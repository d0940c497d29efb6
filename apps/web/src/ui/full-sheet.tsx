import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';
import styles from './overlay.module.css';

type FullSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The element to focus on close. Defaults to the previously focused element. */
  returnFocusTo?: () => HTMLElement | null | undefined;
  /** A column with the screen's height. The child handles its own scrolling. */
  children: ReactNode;
};

/** A full-screen picker for phones. */
export function FullSheet({ open, onOpenChange, title, returnFocusTo, children }: FullSheetProps) {
  useBackCloses(open, () => onOpenChange(false));
  const returnFocus = useReturnFocus(open, returnFocusTo);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content className="full-sheet" {...returnFocus} aria-describedby={undefined}>
          <header role="none">
            <RadixDialog.Title className="heading-2">{title}</RadixDialog.Title>
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
