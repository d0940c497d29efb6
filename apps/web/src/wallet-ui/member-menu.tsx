import { roleTitles, type User } from '@florin/contract';
import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { AccountButton } from './account-button.tsx';

type MemberMenuProps = { user: User; defaultOpen?: boolean; children: ReactNode };

/** The account menu: the member's name and email, the given items, and Log out. */
export function MemberMenu({ user, defaultOpen, children }: MemberMenuProps) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const logOut = () => {
    signOut();
    void navigate({ to: '/login' });
  };
  return (
    <Menu trigger={<AccountButton user={user} />} defaultOpen={defaultOpen}>
      <div className="menu-identity">
        <div className="strong">{user.name}</div>
        <div className="small muted">{user.email}</div>
        {user.business && (
          <div className="small muted">
            {user.business.person.name}, {roleTitles[user.business.role].toLowerCase()}
          </div>
        )}
      </div>
      {children}
      <MenuItem icon={LogOut} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  );
}
