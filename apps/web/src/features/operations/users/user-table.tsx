import type { FoundUser } from '@florin/contract';
import { fromExact } from '../../../api/exact.ts';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { when } from '../when.ts';
import { planLabel, UserState } from './user-words.tsx';

export function UserTable({ users, onOpen }: { users: readonly FoundUser[]; onOpen: (id: string) => void }) {
  return (
    <TableScroll label="Users found, a table" className="tall">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Email</th>
          <th scope="col">Level</th>
          <th scope="col">Plan</th>
          <th scope="col" className="n">
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
            <td>{user.email}</td>
            <td>{user.level}</td>
            <td>{planLabel[user.plan]}</td>
            <td className="n">
              <AmountText amount={fromExact('USD', user.fiat_usd_exact)} />
            </td>
            <td>{user.last_seen_at === null ? 'never' : when(user.last_seen_at)}</td>
            <td>
              <UserState user={user} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}
