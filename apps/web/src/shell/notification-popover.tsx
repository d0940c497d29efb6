import { Popover } from 'radix-ui';
import { useState, type RefObject } from 'react';
import { isPhone } from '../ui/is-phone.ts';
import { useBackCloses } from '../ui/use-back-closes.ts';
import { AnswerDialog, type Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { NotificationPanel } from './notification-panel.tsx';
import styles from './notifications.module.css';

type NotificationPopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  bell: RefObject<HTMLButtonElement | null>;
};

/**
 * The popover under the bell. The bell is an anchor instead of a Radix trigger, because the bell renders before this
 * code loads.
 */
export function NotificationPopover({ open, onOpenChange, bell }: NotificationPopoverProps) {
  const [answer, setAnswer] = useState<Answer>();
  useBackCloses(open, () => onOpenChange(false));
  const openAnswer = (chosen: Answer) => {
    // The panel and its button unmount, so the dialog must return the focus to the bell.
    bell.current?.focus();
    onOpenChange(false);
    setAnswer(chosen);
  };
  return (
    <>
      <Popover.Root open={open} onOpenChange={onOpenChange} modal={open && isPhone()}>
        <Popover.Anchor virtualRef={bell} />
        <Popover.Portal>
          <Popover.Content
            className={styles.popover}
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-labelledby="bell-title"
            // A press on the bell already closes the panel. Closing the panel here too would reopen the panel.
            onInteractOutside={(event) => {
              if (event.target instanceof Node && bell.current?.contains(event.target)) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              bell.current?.focus();
            }}
          >
            <NotificationPanel onLeave={() => onOpenChange(false)} onAnswer={openAnswer} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <AnswerDialog answer={answer} onClose={() => setAnswer(undefined)} />
    </>
  );
}
