import { CallRefused } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useShowing } from '../../ui/use-showing.ts';
import { operationsKey } from './operations-queries.ts';
import { ReasonField, reasonMissing } from './reason-field.tsx';

export type Act = {
  title: string;
  description: string;
  /** What the button does. */
  label: string;
  /** It takes something away from somebody. */
  isDanger?: boolean;
  /** The label of the reason; without it no reason is asked for. */
  reasonLabel?: string;
  /** Who reads the reason. */
  reasonHelp?: string;
  call: (reason: string) => Promise<unknown>;
  done: string;
};

type ActDialogProps = {
  act: Act;
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
  /** Who gets the focus when it is done, and what was pressed may be gone. */
  focusWhenDone?: () => HTMLElement | null;
};

/** Asks once before an operator does something to somebody's account or money. */
export function ActDialog({ act, open, onClose, onDone, focusWhenDone }: ActDialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const ended = useRef(false);
  const isShowing = useShowing(open);
  const end = () => {
    ended.current = true;
    if (isShowing()) onClose(); // else there may be another question by now
  };
  const { run, busy, error, reset } = useCommand({
    call: act.call,
    onDone: () => {
      toast.success(act.done);
      end();
      onDone?.();
    },
    onFailed: (refused) => {
      if (isShowing() && !isOvertaken(refused)) return;
      toast.error(textOfFailedAct(refused));
      if (isOvertaken(refused)) end();
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
        {act.reasonLabel !== undefined && (
          <ReasonField
            label={act.reasonLabel}
            help={act.reasonHelp}
            value={reason}
            onChange={setReason}
            error={missing && reason.trim() === '' ? reasonMissing : undefined}
          />
        )}
        {error && !isOvertaken(error) && (
          <Notice icon={TriangleAlert} tone="bad">
            {textOfFailedAct(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant={act.isDanger ? 'danger' : 'primary'} busy={busy}>
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

/** Without an answer it may have been done. */
export const textOfFailedAct = (error: unknown): string =>
  refusalText(error, 'The server did not answer. Look at the list before you try again.');

/** Somebody or something was faster: asking again would not help. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof CallRefused && (error.status === 404 || error.status === 409);
