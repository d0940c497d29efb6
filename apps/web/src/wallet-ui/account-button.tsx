import type { User } from '@florin/contract';
import type { ComponentProps } from 'react';
import { Avatar } from '../ui/avatar.tsx';

type AccountButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & {
  user: Pick<User, 'name' | 'avatar'>;
};

/** Opens the account menu. Shows the member's avatar, or the first letter of the name. */
export function AccountButton({ user, ...rest }: AccountButtonProps) {
  return (
    <button {...rest} type="button" className="account" aria-label="Account">
      <Avatar name={user.name} imageUrl={user.avatar ?? undefined} own />
    </button>
  );
}
