import { TriangleAlert } from 'lucide-react';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useShowing } from '../../ui/use-showing.ts';
import { isNoLongerOpen, sayNoLongerOpen, useRefreshRequests } from './use-request-change.ts';

type ConfirmRequestDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** What ends the request. It moves no money. */
  action: {
    label: string;
    /** The other button: leave it as it is. */
    leave: string;
    call: () => Promise<unknown>;
    done: string;
  };
};

/** Asks once before a request is ended for good. */
export function ConfirmRequestDialog({ open, onClose, title, description, action }: ConfirmRequestDialogProps) {
  const refresh = useRefreshRequests();
  const isShowing = useShowing(open);
  const { run, busy, error, reset } = useCommand<void, unknown>({
    call: action.call,
    onDone: () => {
      toast.success(action.done);
      end();
    },
    onFailed: (refused) => {
      if (isNoLongerOpen(refused)) {
        sayNoLongerOpen(refused);
        end();
      } else if (!isShowing()) toast.error(troubleText(refused));
    },
    onSettled: refresh,
  });
  // Closed before, there may be the dialog of another request by now.
  const end = () => isShowing() && close();
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
