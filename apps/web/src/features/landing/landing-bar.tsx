import { clsx } from 'clsx';
import { ArrowLeftRight, Bell, Wallet, type LucideIcon } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SandboxRibbon } from '../../ui/sandbox-ribbon.tsx';
import landingStyles from './landing.module.css';
import heroStyles from './hero.module.css';

/**
 * Contains the bars of visitors and of members. The style sheet shows the right bar before any script runs. The member
 * bar is static HTML; `landing-member.tsx` replaces it once loaded.
 */
export function LandingBar() {
  return (
    <header className="top">
      <SandboxRibbon>
        <a href="/sandbox">Outbox</a>
      </SandboxRibbon>
      <nav className={`navigation wrap ${landingStyles.forVisitors}`} aria-label="Main">
        <a className="logo" href="/">
          <Logo />
        </a>
        <div className="navigation-end">
          <a className={buttonClass({ variant: 'quiet' })} href="/login">
            Log In
          </a>
          <a className={clsx(buttonClass({ variant: 'primary' }), heroStyles.buttonNavigation)} href="/signup">
            Sign Up
          </a>
        </div>
      </nav>
      <nav className={`navigation wrap ${landingStyles.forMembers}`} aria-label="Main" id="member-bar">
        <a className="logo" href="/dashboard">
          <Logo />
        </a>
        <a className="navigation-link" href="/dashboard">
          Dashboard
        </a>
        <a className="navigation-link" href="/transactions">
          Transactions
        </a>
        <div className="navigation-end">
          <Shortcut icon={Wallet} label="My Wallets" to="/dashboard?tab=wallet" />
          <Shortcut icon={ArrowLeftRight} label="Currency Converter" to="/dashboard?tab=converter" />
          <button type="button" className="icon-button bell" aria-label="Notifications" aria-haspopup="dialog">
            <Icon as={Bell} size={20} />
          </button>
          <button type="button" className="account" aria-label="Account" aria-haspopup="menu">
            <span className={`avatar brand ${landingStyles.memberFace}`} aria-hidden />
          </button>
        </div>
      </nav>
    </header>
  );
}

function Shortcut({ icon, label, to }: { icon: LucideIcon; label: string; to: string }) {
  return (
    <a className="icon-button" href={to} aria-label={label}>
      <Icon as={icon} size={20} />
    </a>
  );
}
