import type { User } from '@florin/contract';
import { useNavigate } from '@tanstack/react-router';
import { Landmark, LogOut, Settings, UserRound } from 'lucide-react';
import { useSession } from '../api/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function AccountMenu({ user }: { user: User }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const logOut = () => {
    signOut();
    void navigate({ to: '/login' });
  };
  return (
    <Menu
      trigger={
        <button type="button" className="account" aria-label="Account">
          <Avatar name={user.name} imageUrl={user.avatar ?? undefined} own />
        </button>
      }
    >
      <div className="menu-id">
        <div className="strong">{user.name}</div>
        <div className="small muted">{user.email}</div>
      </div>
      <MenuItem icon={UserRound} onSelect={() => void navigate({ to: '/profile' })}>
        Profile
      </MenuItem>
      <MenuItem icon={Settings} onSelect={() => void navigate({ to: '/profile', hash: 'settings' })}>
        Settings
      </MenuItem>
      {user.role === 'operator' && (
        <MenuItem icon={Landmark} onSelect={() => void navigate({ to: '/operations' })}>
          Operations
        </MenuItem>
      )}
      <ThemeChoice />
      <MenuItem icon={LogOut} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  );
}
