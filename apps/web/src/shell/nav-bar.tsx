import type { User } from '@florin/contract';
import { createLink, Link } from '@tanstack/react-router';
import { ArrowLeftRight, Wallet, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { AccountName } from './account-name.tsx';
import { Account } from './account.tsx';
import { NotificationBell } from './notification-bell.tsx';

export function NavBar({ user }: { user: User | null }) {
  return (
    <nav className="navigation wrap" aria-label="Main">
      {user ? <MemberLinks user={user} /> : <VisitorLinks />}
    </nav>
  );
}

export function MemberLinks({ user }: { user: User }) {
  return (
    <>
      <SideLink className="logo" to="/dashboard">
        <Logo />
      </SideLink>
      <AccountName user={user} />
      <Link className="navigation-link" to="/dashboard">
        Dashboard
      </Link>
      <Link className="navigation-link" to="/transactions">
        Transactions
      </Link>
      {user.business && (
        <Link className="navigation-link" to="/business">
          Business
        </Link>
      )}
      <div className="navigation-end">
        <TabShortcut tab="wallet" label="My Wallets" icon={Wallet} />
        <TabShortcut tab="converter" label="Currency Converter" icon={ArrowLeftRight} />
        <NotificationBell />
        <Account user={user} />
      </div>
    </>
  );
}

function TabShortcut({ tab, label, icon }: { tab: 'wallet' | 'converter'; label: string; icon: LucideIcon }) {
  return (
    <Tooltip label={label}>
      <SideLink className="icon-button" to="/dashboard" search={{ tab }} aria-label={label}>
        <Icon as={icon} size={20} />
      </SideLink>
    </Tooltip>
  );
}

function VisitorLinks() {
  return (
    <>
      <SideLink className="logo" to="/">
        <Logo />
      </SideLink>
      <div className="navigation-end">
        <Link className={buttonClass({ variant: 'quiet' })} to="/login">
          Log In
        </Link>
        <Link className={buttonClass({ variant: 'primary' })} to="/signup">
          Sign Up
        </Link>
      </div>
    </>
  );
}

/**
 * A link without `aria-current`. The logo and the shortcuts also lead to the dashboard, but only one link may be
 * current.
 */
const SideLink = createLink(({ 'aria-current': _current, children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest}>{children}</a>
));
