import { endpoints } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { api, leave } from '../../api/client.ts';
import { businessPeopleQuery } from '../../api/queries-of-businesses.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { forgetThisAccount } from '../../api/stored-session.ts';
import { useCommand } from '../../api/use-command.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast, toastOnNextPage } from '../../ui/toast.ts';
import type { Person } from './business-words.ts';

type RemoveDialogProps = {
  person: Person;
  business: string;
  onClose: () => void;
  /** Returns the element to focus after removal, because the button that opened the dialog is gone. */
  focusAfter: () => HTMLElement | null;
};

/** Removes a person, or lets the viewer leave. */
export function RemoveDialog({ person, business, onClose, focusAfter }: RemoveDialogProps) {
  const queryClient = useQueryClient();
  const removed = useRef(false);
  const { id, name, you } = person;
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.removePerson, { params: { id } }),
    onDone: () => {
      if (you) {
        forgetThisAccount();
        toastOnNextPage('success', `You left ${business}`);
        return leave(paths.dashboard);
      }
      removed.current = true;
      queryClient.setQueryData(
        businessPeopleQuery.queryKey,
        (known) => known && { ...known, people: known.people.filter((each) => each.id !== id) },
      );
      void queryClient.invalidateQueries({ queryKey: ['business'] });
      toast.success(`${name} removed`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocusTo={() => (removed.current ? focusAfter() : null)}
      title={you ? `Leave ${business}?` : `Remove ${name}?`}
      description={
        you
          ? 'You lose access at once, and your open invitations end. An owner or admin can invite you again.'
          : `${name} loses access at once, on every device, and their open invitations end. Their own account stays as it is.`
      }
    >
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button variant="danger" busy={busy} needsServer onClick={() => run(undefined)}>
          {you ? 'Leave' : 'Remove'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
