import { endpoints, roleTitles, type BusinessPeople, type User } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, LogOut, Mail, ShieldCheck, Trash2 } from 'lucide-react';
import { api } from '../../api/client.ts';
import { may } from '../../api/may.ts';
import { businessPeopleQuery } from '../../api/queries-of-businesses.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { dayText } from '../../wallet-ui/day-text.ts';
import type { Person } from './business-words.ts';
import styles from './business.module.css';

/** Only owners change owners. */
const mayChange = (viewer: User, role: Person['role']) =>
  may(viewer, 'manage') && (role !== 'owner' || viewer.business?.role === 'owner');

type PersonRowProps = { person: Person; viewer: User; onChangeRole: () => void; onRemove: () => void };

export function PersonRow({ person, viewer, onChangeRole, onRemove }: PersonRowProps) {
  const { name, email, role, since, you } = person;
  const canChange = mayChange(viewer, role);
  return (
    <li className="row">
      <Avatar name={name} />
      <span>
        <span className={`row-title block ${styles.wraps}`}>
          <bdi>{name}</bdi> {you && <span className="muted">(you)</span>}
        </span>
        <span className={`row-subtitle block ${styles.wraps}`}>
          {email}{' '}
          <span className={styles.since}>
            <span className="only-phone">{roleTitles[role]}, </span>since {dayText(since)}
          </span>
        </span>
      </span>
      <span className={styles.personEnd}>
        <span className="only-wide">{roleTitles[role]}</span>
        {(canChange || you) && (
          <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}>
            {canChange && (
              <MenuItem icon={ShieldCheck} onSelect={onChangeRole}>
                Change role
              </MenuItem>
            )}
            <MenuItem icon={you ? LogOut : Trash2} onSelect={onRemove}>
              {you ? 'Leave the business' : 'Remove'}
            </MenuItem>
          </Menu>
        )}
      </span>
    </li>
  );
}

type Invitation = BusinessPeople['invitations'][number];

export function InvitationRow({ invitation, viewer }: { invitation: Invitation; viewer: User }) {
  const { id, email, role, expires_at: end } = invitation;
  const queryClient = useQueryClient();
  const { queryKey } = businessPeopleQuery;
  const { run, busy } = useCommand({
    call: () => api.call(endpoints.revokeInvitation, { params: { id } }),
    onDone: () => {
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, invitations: known.invitations.filter((each) => each.id !== id) },
      );
      toast.success(`Invitation of ${email} revoked`);
    },
    onFailed: (error) => toast.error(troubleText(error)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['business'] }),
  });
  return (
    <li className="row">
      <span className="way">
        <Icon as={Mail} />
      </span>
      <span>
        <span className={`row-title block ${styles.wraps}`}>
          <bdi>{email}</bdi>
        </span>
        <span className="row-subtitle block">
          {roleTitles[role]} · until {dayText(end)}
        </span>
      </span>
      {mayChange(viewer, role) && (
        <span className="row-end">
          <Button size="s" variant="quiet" busy={busy} needsServer onClick={() => run(undefined)}>
            Revoke<span className="screen-reader"> the invitation of {email}</span>
          </Button>
        </span>
      )}
    </li>
  );
}
