import { roleTitles, type User } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Building2, Check, Plus, UserRound, type LucideIcon } from 'lucide-react';
import { businessesQuery } from '../api/queries-of-businesses.ts';
import { inBusiness, paths } from '../paths.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuLink } from '../ui/menu.tsx';
import styles from './account-switch.module.css';

/** The person's own account and their businesses. Each account opens in a separate document. */
export function AccountSwitch({ user }: { user: User }) {
  const { data: businesses = [] } = useQuery(businessesQuery);
  const current = user.business?.handle;
  const person = user.business?.person ?? user;
  const hasChoice = current !== undefined || businesses.length > 0;
  return (
    <div className={styles.accounts}>
      {hasChoice && (
        <>
          <p className="caption muted" id="your-accounts">
            Your accounts
          </p>
          <Account
            icon={UserRound}
            name={person.name}
            about="Personal"
            href={paths.dashboard}
            isCurrent={current === undefined}
          />
          {withCurrent(businesses, user).map(({ handle, name, role }) => (
            <Account
              key={handle}
              icon={Building2}
              name={name}
              about={roleTitles[role]}
              href={inBusiness(handle, paths.dashboard)}
              isCurrent={handle === current}
            />
          ))}
        </>
      )}
      <MenuLink icon={Plus} href={paths.newBusiness}>
        Open a business account
      </MenuLink>
    </div>
  );
}

/** The current business is known before the list has loaded. */
function withCurrent(businesses: readonly Listed[], { business, name }: User): readonly Listed[] {
  if (!business || businesses.some(({ handle }) => handle === business.handle)) return businesses;
  return [{ handle: business.handle, name, role: business.role }, ...businesses];
}

type Listed = Pick<NonNullable<User['business']>, 'handle' | 'role'> & Pick<User, 'name'>;

type AccountProps = { icon: LucideIcon; name: string; about: string; href: string; isCurrent: boolean };

function Account({ icon, name, about, href, isCurrent }: AccountProps) {
  return (
    <MenuLink icon={icon} href={href} isCurrent={isCurrent}>
      <span className={styles.account}>
        <bdi className={styles.name}>{name}</bdi>
        <span className="small muted">{about}</span>
      </span>
      {isCurrent && <Icon as={Check} />}
    </MenuLink>
  );
}
