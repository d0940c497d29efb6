import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PayMessage } from './pay-message.tsx';

/** Tells that the payment link has no valid email address. */
export function InvalidLink() {
  const { user } = useSession();
  return (
    <div className="pay-g alone">
      <PayMessage
        title="This link does not work"
        actions={
          <Link className={buttonClass({ variant: 'primary', size: 'l' })} to={user ? '/dashboard' : '/'}>
            {user ? 'Dashboard' : 'What is Florin'}
          </Link>
        }
      >
        The link has no valid email address. Ask the sender for a new link. Nothing was paid.
      </PayMessage>
    </div>
  );
}
