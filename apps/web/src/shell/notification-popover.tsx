import './notifications.css';
import { Popover } from 'radix-ui';
import { useState, type RefObject } from 'react';
import { isPhone } from '../ui/is-phone.ts';
import { useBackCloses } from '../ui/use-back-closes.ts';
import { AnswerDialog, type Answer } from '../wallet-ui/payment-request/answer-dialog.tsx';
import { NotificationPanel } from './notification-panel.tsx';

type NotificationPopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  bell: RefObject<HTMLButtonElement | null>;
};

/** What the bell opens. The bell is not Radix's own trigger, as it is there before this is. */
export function NotificationPopover({ open, onOpenChange, bell }: NotificationPopoverProps) {
  const [answer, setAnswer] = useState<Answer>();
  useBackCloses(open, () => onOpenChange(false));
  const takeUp = (taken: Answer) => {
    // The panel goes, and with it the button: the dialog gives the focus back to the bell.
    bell.current?.focus();
    onOpenChange(false);
    setAnswer(taken);
  };
  return (
    <>
      <Popover.Root open={open} onOpenChange={onOpenChange} modal={open && isPhone()}>
        <Popover.Anchor virtualRef={bell} />
        <Popover.Portal>
          <Popover.Content
            className="bellp"
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-labelledby="bell-title"
            // The bell closes it by itself; closed here as well, its press would open it again.
            onInteractOutside={(event) => {
              if (event.target instanceof Node && bell.current?.contains(event.target)) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              bell.current?.focus();
            }}
          >
            <NotificationPanel onLeave={() => onOpenChange(false)} onAnswer={takeUp} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <AnswerDialog answer={answer} onClose={() => setAnswer(undefined)} />
    </>
  );
}
