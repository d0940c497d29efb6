import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { useWayBack } from './use-way-back.ts';
import styles from './pay.module.css';

/** A reduced navigation bar, because visitors open a payment link only to pay. */
export function PayBar() {
  const { user } = useSession();
  const back = useWayBack();
  return (
    <header className={styles.publicBar}>
      <nav className={`wrap ${styles.publicNavigation}`} aria-label="Main">
        <Link className="logo" to={user ? '/dashboard' : '/'}>
          <Logo />
        </Link>
        {user ? (
          <div className={styles.end}>
            <span className="small muted only-wide">{user.email}</span>
            <Avatar name={user.name} imageUrl={user.avatar ?? undefined} own />
          </div>
        ) : (
          <div className={styles.end}>
            <ThemeSwitch />
            <Link className={buttonClass({ variant: 'quiet' })} to="/login" search={back}>
              Log In
            </Link>
          </div>
        )}
      </nav>
    </header>
  );
}
