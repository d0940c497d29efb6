import { TriangleAlert } from 'lucide-react';
import { troubleText } from '../api/refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

type ConfirmDialogProps = {
  title: string;
  description: string;
  action: string;
  busyText: string;
  /** `primary` for actions that can be undone. */
  variant?: 'danger' | 'primary';
  command: { run: (input: undefined) => void; busy: boolean; error: Error | null };
  returnFocusTo?: () => HTMLElement | null;
  onClose: () => void;
};

/** Asks for confirmation before an action with consequences. */
export function ConfirmDialog({ title, description, action, busyText, command, onClose, ...rest }: ConfirmDialogProps) {
  const { variant = 'danger', returnFocusTo } = rest;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      {...(returnFocusTo && { returnFocusTo })}
    >
      {command.error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(command.error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant={variant} busy={command.busy} needsServer onClick={() => command.run(undefined)}>
          {command.busy ? busyText : action}
        </Button>
        <Button disabled={command.busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
