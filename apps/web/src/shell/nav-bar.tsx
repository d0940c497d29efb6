import type { User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowLeftRight, Wallet, type LucideIcon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { AccountMenu } from './account-menu.tsx';

// Visitors do without it, and without the dialogs that it brings.
const NotificationBell = lazy(async () => ({ default: (await import('./notification-bell.tsx')).NotificationBell }));

export function NavBar({ user }: { user: User | null }) {
  return (
    <nav className="nav wrap" aria-label="Main">
      <Link className="logo" to={user ? '/dashboard' : '/'} activeProps={notCurrent}>
        <Logo />
      </Link>
      {user ? <MemberLinks user={user} /> : <VisitorLinks />}
    </nav>
  );
}

function MemberLinks({ user }: { user: User }) {
  return (
    <>
      <Link className="nav-link" to="/dashboard">
        Dashboard
      </Link>
      <Link className="nav-link" to="/transactions">
        Transactions
      </Link>
      <div className="nav-end">
        <TabShortcut tab="wallet" label="My Wallets" icon={Wallet} />
        <TabShortcut tab="converter" label="Currency Converter" icon={ArrowLeftRight} />
        <Suspense fallback={<span className="icon-btn" />}>
          <NotificationBell />
        </Suspense>
        <AccountMenu user={user} />
      </div>
    </>
  );
}

function TabShortcut({ tab, label, icon }: { tab: 'wallet' | 'converter'; label: string; icon: LucideIcon }) {
  return (
    <Tooltip label={label}>
      <Link className="icon-btn" to="/dashboard" search={{ tab }} activeProps={notCurrent} aria-label={label}>
        <Icon as={icon} size={20} />
      </Link>
    </Tooltip>
  );
}

function VisitorLinks() {
  return (
    <div className="nav-end">
      <Link className={buttonClass({ variant: 'quiet' })} to="/login">
        Log In
      </Link>
      <Link className={clsx(buttonClass({ variant: 'primary' }), 'btn-nav')} to="/signup">
        Sign Up
      </Link>
    </div>
  );
}

// One link of the bar is the current page; the logo and the shortcuts lead there too, but are not its entry.
const notCurrent = { 'aria-current': undefined };
