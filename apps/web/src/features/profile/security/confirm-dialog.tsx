import { TriangleAlert } from 'lucide-react';
import { troubleText } from '../../../api/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';

type ConfirmDialogProps = {
  title: string;
  description: string;
  action: string;
  busyText: string;
  command: { run: (input: undefined) => void; busy: boolean; error: Error | null };
  onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({ title, description, action, busyText, command, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {command.error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(command.error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant="danger" busy={command.busy} onClick={() => command.run(undefined)}>
          {command.busy ? busyText : action}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
