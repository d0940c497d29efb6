import { Link, useNavigate } from '@tanstack/react-router';
import { LayoutDashboard, Search } from 'lucide-react';
import { useState, type Ref } from 'react';
import { isLive } from '../../api/page-settings.ts';
import { useSession } from '../../api/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { SandboxRibbon } from '../../ui/sandbox-ribbon.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { MemberMenu } from '../../wallet-ui/member-menu.tsx';
import styles from './operations.module.css';

type OperationsBarProps = { searchRef: Ref<HTMLInputElement>; onSearch: (text: string) => void };

export function OperationsBar({ searchRef, onSearch }: OperationsBarProps) {
  return (
    <header className="top">
      {!isLive() && (
        <SandboxRibbon>
          <Link to="/sandbox">Outbox</Link>
        </SandboxRibbon>
      )}
      <nav className={`navigation ${styles.width}`} aria-label="Main">
        <Link className="logo" to="/operations">
          <Logo size={24} />
        </Link>
        <span className="small">Operations</span>
        <UserSearch searchRef={searchRef} onSearch={onSearch} />
        <div className={styles.end}>
          <ThemeSwitch />
          <OperatorMenu />
        </div>
      </nav>
    </header>
  );
}

/** Searches users: Enter moves the text to the search field of the Users section. */
function UserSearch({ searchRef, onSearch }: OperationsBarProps) {
  const [text, setText] = useState('');
  return (
    <form
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
        setText('');
      }}
    >
      <label className="input">
        <Icon as={Search} size={16} />
        <input
          ref={searchRef}
          type="search"
          placeholder="Email, name or reference"
          aria-label="Search users and references"
          aria-keyshortcuts="/"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <span className={styles.keyboardKey} aria-hidden>
          /
        </span>
      </label>
    </form>
  );
}

function OperatorMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <MemberMenu user={user}>
      <MenuItem icon={LayoutDashboard} onSelect={() => void navigate({ to: '/dashboard' })}>
        Dashboard
      </MenuItem>
    </MemberMenu>
  );
}
