import type { User } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { may } from '../../api/may.ts';
import { businessPeopleQuery } from '../../api/queries-of-businesses.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import type { Person } from './business-words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitationRow, PersonRow } from './people-rows.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import styles from './business.module.css';

type Opened = { readonly dialog: 'invite' } | { readonly dialog: 'role' | 'remove'; readonly person: Person };

export function PeopleTab({ user }: { user: User }) {
  const { data, isError, error, isFetching, refetch } = useQuery(businessPeopleQuery);
  const [opened, setOpened] = useState<Opened>();
  const heading = useRef<HTMLHeadingElement>(null);
  const manages = may(user, 'manage');
  const close = () => setOpened(undefined);
  return (
    <div className={styles.verification}>
      <section className="ledger" aria-labelledby="people">
        <header>
          <h2 id="people" ref={heading} tabIndex={-1}>
            People
          </h2>
          {manages && (
            <Button size="s" needsServer onClick={() => setOpened({ dialog: 'invite' })}>
              <Icon as={UserPlus} size={16} />
              Invite
            </Button>
          )}
        </header>
        {data && (
          <ul>
            {data.people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                viewer={user}
                onChangeRole={() => setOpened({ dialog: 'role', person })}
                onRemove={() => setOpened({ dialog: 'remove', person })}
              />
            ))}
          </ul>
        )}
        {!data &&
          (isError ? (
            <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SkeletonRows count={3} />
          ))}
      </section>
      {data && data.invitations.length > 0 && (
        <section className="ledger" aria-labelledby="invitations">
          <header>
            <h2 id="invitations">Open invitations</h2>
          </header>
          <ul>
            {data.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} viewer={user} />
            ))}
          </ul>
        </section>
      )}
      {opened?.dialog === 'invite' && <InviteDialog viewer={user} onClose={close} />}
      {opened?.dialog === 'role' && <RoleDialog person={opened.person} viewer={user} onClose={close} />}
      {opened?.dialog === 'remove' && (
        <RemoveDialog person={opened.person} business={user.name} onClose={close} focusAfter={() => heading.current} />
      )}
    </div>
  );
}
