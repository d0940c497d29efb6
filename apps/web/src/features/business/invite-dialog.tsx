import { endpoints, type BusinessRole, type User } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { businessPeopleQuery } from '../../api/queries-of-businesses.ts';
import { refusalFields, troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { RoleChoice } from './role-choice.tsx';

type InviteDialogProps = { viewer: User; onClose: () => void };

export function InviteDialog({ viewer, onClose }: InviteDialogProps) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<BusinessRole>('payer');
  const [fault, setFault] = useState<string>();
  const input = useFocusOnMount<HTMLInputElement>();
  const { run, busy, error } = useCommand({
    call: (to: string) => api.call(endpoints.invitePerson, { body: { email: to, role } }),
    onDone: (people, to) => {
      queryClient.setQueryData(businessPeopleQuery.queryKey, people);
      toast.success(`Invitation sent to ${to}`);
      onClose();
    },
    onFailed: (failure) => setFault(refusalFields(failure)['email']),
  });
  const submit = () => {
    const to = email.trim();
    const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to);
    setFault(isAddress ? undefined : 'Enter the email address of the person.');
    if (isAddress) run(to);
    else input.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite a person"
      description="We send a link that is valid for seven days. The person needs an account of their own with this address."
    >
      <form
        className="stack form-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Email" error={fault}>
          <TextInput
            ref={input}
            type="email"
            value={email}
            maxLength={254}
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setFault(undefined);
            }}
          />
        </Field>
        <RoleChoice viewer={viewer} value={role} onChange={setRole} />
        {error && fault === undefined && (
          <Notice icon={TriangleAlert} tone="bad">
            {troubleText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy} needsServer>
            {busy ? 'Sending...' : 'Send the invitation'}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
