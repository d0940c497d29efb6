import { endpoints, type User } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { api } from '../../api/client.ts';
import { kycDraftQuery, kycQuery } from '../../api/queries.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';

type ChangeNameDialogProps = {
  user: User;
  name: string;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
};

/** Starts a new identity check, because a verified name is locked. */
export function ChangeNameDialog({ user, name, onClose, returnFocusTo }: ChangeNameDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.startNameChange, { body: { name } }),
    onDone: () => {
      onClose();
      void queryClient.invalidateQueries({ queryKey: kycQuery.queryKey });
      queryClient.removeQueries({ queryKey: kycDraftQuery.queryKey });
      void navigate({ to: paths.kyc });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title="Change your verified name"
      description={`Your verified name is ${user.name}. To change it to ${name}, show a document with that name. Your name and limits stay until we approve it.`}
    >
      {error && (
        <p className="help error" role="alert">
          <Icon as={TriangleAlert} size={16} />
          {troubleText(error)}
        </p>
      )}
      <div className="actions">
        <Button variant="primary" busy={busy} onClick={() => run(undefined)}>
          Start identity check
        </Button>
        <Button onClick={onClose}>Keep my name</Button>
      </div>
    </Dialog>
  );
}
