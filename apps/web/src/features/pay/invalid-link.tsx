import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PayMessage } from './pay-message.tsx';
import styles from './pay.module.css';
import { brandName } from '../../ui/brand.ts';

/** Explains that the payment link has no valid email address. */
export function InvalidLink() {
  const { user } = useSession();
  return (
    <div className={`${styles.grid} ${styles.alone}`}>
      <PayMessage
        title="This link does not work"
        actions={
          <Link className={buttonClass({ variant: 'primary', size: 'l' })} to={user ? '/dashboard' : '/'}>
            {user ? 'Dashboard' : `What is ${brandName}`}
          </Link>
        }
      >
        The link has no valid email address. Ask the sender for a new link. Nothing was paid.
      </PayMessage>
    </div>
  );
}
