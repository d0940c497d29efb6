import { TriangleAlert } from 'lucide-react';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsOpen } from '../../ui/use-is-open.ts';
import { isNoLongerOpen, toastNoLongerOpen, useRefreshRequests } from './use-request-change.ts';

type ConfirmRequestDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** The action that ends the request. The action moves no money. */
  action: {
    label: string;
    /** The label of the button that closes the dialog without a change. */
    leave: string;
    call: () => Promise<unknown>;
    done: string;
  };
};

/** Asks for confirmation before a request ends. */
export function ConfirmRequestDialog({ open, onClose, title, description, action }: ConfirmRequestDialogProps) {
  const refresh = useRefreshRequests();
  const isOpen = useIsOpen(open);
  const { run, busy, error, reset } = useCommand<void, unknown>({
    call: action.call,
    onDone: () => {
      toast.success(action.done);
      end();
    },
    onFailed: (refused) => {
      if (isNoLongerOpen(refused)) {
        toastNoLongerOpen(refused);
        end();
      } else if (!isOpen()) toast.error(troubleText(refused));
    },
    onSettled: refresh,
  });
  // If the member closed this dialog during the call, another request's dialog may be open. Leave the other dialog
  // open.
  const end = () => isOpen() && close();
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(shown) => !shown && close()} title={title} description={description}>
      {error && !isNoLongerOpen(error) && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant="primary" busy={busy} onClick={() => run()}>
          {busy ? 'Processing...' : action.label}
        </Button>
        <Button disabled={busy} onClick={close}>
          {action.leave}
        </Button>
      </div>
    </Dialog>
  );
}
