import { CallRefused } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsOpen } from '../../ui/use-is-open.ts';
import { operationsKey } from './operations-queries.ts';
import { ReasonField, reasonMissing } from './reason-field.tsx';

export type Act = {
  title: string;
  description: string;
  /** The label of the confirm button. */
  label: string;
  /** True if the action puts a member at a disadvantage. */
  isDanger?: boolean;
  /** The label of the reason field. Without it, the dialog asks for no reason. */
  reasonLabel?: string;
  /** Names the people who can read the reason. */
  reasonHelp?: string;
  call: (reason: string) => Promise<unknown>;
  done: string;
};

type ActDialogProps = {
  act: Act;
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
  /** Returns the element to focus afterwards, because the pressed button may be gone. */
  focusWhenDone?: () => HTMLElement | null;
  /** The subject of the action, above the buttons. */
  children?: ReactNode;
  /** Why the action is not possible yet. */
  notReady?: string | undefined;
};

/** Asks for confirmation before an operator changes a member's account or money. */
export function ActDialog({ act, open, onClose, onDone, focusWhenDone, children, notReady }: ActDialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const ended = useRef(false);
  const isOpen = useIsOpen(open);
  const end = () => {
    ended.current = true;
    if (isOpen()) onClose(); // Otherwise another dialog may be open.
  };
  const { run, busy, error, reset } = useCommand({
    call: act.call,
    onDone: () => {
      toast.success(act.done);
      end();
      onDone?.();
    },
    onFailed: (failure) => {
      if (isOpen() && !isAlreadyDone(failure)) return;
      toast.error(actErrorText(failure));
      if (isAlreadyDone(failure)) end();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: operationsKey }),
  });
  const leave = () => {
    reset();
    onClose();
  };
  const submit = () => {
    const given = reason.trim();
    setMissing(act.reasonLabel !== undefined && given === '');
    if (act.reasonLabel === undefined || given !== '') run(given);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && leave()}
      title={act.title}
      description={act.description}
      returnFocusTo={() => (ended.current ? focusWhenDone?.() : undefined)}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {children}
        {act.reasonLabel !== undefined && (
          <ReasonField
            isFirst
            label={act.reasonLabel}
            help={act.reasonHelp}
            value={reason}
            onChange={setReason}
            error={missing && reason.trim() === '' ? reasonMissing : undefined}
          />
        )}
        {error && !isAlreadyDone(error) && (
          <Notice icon={TriangleAlert} tone="bad">
            {actErrorText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant={act.isDanger ? 'danger' : 'primary'} busy={busy} reason={notReady}>
            {busy ? 'Processing...' : act.label}
          </Button>
          <Button disabled={busy} onClick={leave}>
            Not now
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the error text. Without an answer, the action may have succeeded. */
export const actErrorText = (error: unknown): string =>
  refusalText(error, 'The server did not answer. Check the list before you try again.');

/** True if another operator or the bank was faster, so that a retry cannot help. */
export const isAlreadyDone = (error: unknown): boolean =>
  error instanceof CallRefused && (error.status === 404 || error.status === 409);
