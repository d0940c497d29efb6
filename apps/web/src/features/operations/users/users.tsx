import type { FoundUser } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { Loaded } from '../loaded.tsx';
import { usersQuery } from '../operations-queries.ts';
import { Section } from '../section.tsx';
import { when } from '../when.ts';
import { UserDrawer } from './user-drawer.tsx';
import { planLabel, UserMoney, UserState } from './user-words.tsx';
import styles from '../operations.module.css';

const typingPauseMs = 250;

type UsersProps = { text: string; onText: (text: string) => void; searchRef: Ref<HTMLInputElement> };

export function Users({ text, onText, searchRef }: UsersProps) {
  const query = useQuery(usersQuery(useDebounced(text.trim(), typingPauseMs)));
  const [chosen, setChosen] = useState<string>();
  return (
    <Section
      id="users"
      title="Users"
      end={
        <SearchInput
          ref={searchRef}
          label="Search users"
          placeholder="Email, name or reference"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      }
    >
      <Loaded query={query}>
        {(users) => (
          <>
            {text.trim() !== '' && <output className="screen-reader">{users.length} found</output>}
            <Found users={users} onOpen={setChosen} />
            <UserDrawer user={users.find(({ id }) => id === chosen)} onClose={() => setChosen(undefined)} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Found({ users, onOpen }: { users: readonly FoundUser[]; onOpen: (id: string) => void }) {
  if (users.length === 0)
    return (
      <EmptyState title="No users found">Search by part of a name or email, or by a transaction reference.</EmptyState>
    );
  return (
    <>
      <UserTable users={users} onOpen={onOpen} />
      {users.length >= maxUsers && (
        <p className={`small muted ${styles.note}`}>Showing the first {maxUsers}. Search to narrow the list.</p>
      )}
    </>
  );
}

/** The maximum number of users that the server returns. */
const maxUsers = 50;

function UserTable({ users, onOpen }: { users: readonly FoundUser[]; onOpen: (id: string) => void }) {
  return (
    <TableScroll label="Users found, a table" className={`${styles.tall} ${styles.stacked}`}>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Email</th>
          <th scope="col">Level</th>
          <th scope="col">Plan</th>
          <th scope="col" className="number">
            In US dollars
          </th>
          <th scope="col">Last seen</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row">
              <button type="button" className="link" onClick={() => onOpen(user.id)}>
                {user.name}
              </button>
            </th>
            <td data-label="Email">{user.email}</td>
            <td data-label="Level">{user.level}</td>
            <td data-label="Plan">{planLabel[user.plan]}</td>
            <td data-label="In US dollars" className="number">
              <UserMoney user={user} />
            </td>
            <td data-label="Last seen">{user.last_seen_at === null ? 'never' : when(user.last_seen_at)}</td>
            <td data-label="State">
              <UserState user={user} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}
