import type { FoundUser } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Loaded } from '../loaded.tsx';
import { usersQuery } from '../operations-queries.ts';
import { Section } from '../section.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UserTable } from './user-table.tsx';

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
            {text.trim() !== '' && <output className="sr">{users.length} found</output>}
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
        <p className="small muted ops-note">Showing the first {maxUsers}. Search to narrow the list.</p>
      )}
    </>
  );
}

/** The maximum number of users that the server returns. */
const maxUsers = 50;
