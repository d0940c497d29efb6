import { endpoints, roleTitles, type User } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { businessPeopleQuery } from '../../api/queries-of-businesses.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { refreshUser } from '../../api/session.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import type { Person } from './business-words.ts';
import { RoleChoice } from './role-choice.tsx';

type RoleDialogProps = { person: Person; viewer: User; onClose: () => void };

export function RoleDialog({ person, viewer, onClose }: RoleDialogProps) {
  const queryClient = useQueryClient();
  const [role, setRole] = useState(person.role);
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.changePersonRole, { params: { id: person.id }, body: { role } }),
    onDone: (people) => {
      queryClient.setQueryData(businessPeopleQuery.queryKey, people);
      if (person.you) void refreshUser(queryClient);
      toast.success(`${person.name} is now ${roleTitles[role].toLowerCase()}`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Role of ${person.name}`}
      description="The new role applies at once. Open invitations end if the new role may not send them."
    >
      <form
        className="stack form-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (role === person.role) onClose();
          else run(undefined);
        }}
      >
        <RoleChoice viewer={viewer} value={role} onChange={setRole} />
        {error && (
          <Notice icon={TriangleAlert} tone="bad">
            {troubleText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy} needsServer>
            {busy ? 'Saving...' : 'Save'}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
