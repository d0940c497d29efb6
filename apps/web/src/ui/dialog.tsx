import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { focusMarked } from './use-focus-on-mount.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';
import styles from './overlay.module.css';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** The element to focus on close. Defaults to the previously focused element. */
  returnFocusTo?: () => HTMLElement | null | undefined;
  /** The parts in this order: fields, totals, notice, and a `<div className="actions">` with the buttons. */
  children: ReactNode;
};

/** Centered on desktop, a bottom sheet on phones. */
export function Dialog({ open, onOpenChange, title, description, returnFocusTo, children }: DialogProps) {
  useBackCloses(open, () => onOpenChange(false));
  const returnFocus = useReturnFocus(open, returnFocusTo);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim} />
        <RadixDialog.Content
          className={`dialog ${styles.dialogPlace}`}
          onOpenAutoFocus={focusMarked}
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <RadixDialog.Title className="heading-2">{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton icon={X} label="Close" iconSize={20} />
            </RadixDialog.Close>
          </div>
          {description && (
            <RadixDialog.Description className="muted space-below-5">{description}</RadixDialog.Description>
          )}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
