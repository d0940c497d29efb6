import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PayMessage } from './pay-message.tsx';

/** No address that money could be sent to. */
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
        The address in it is not an email address. Ask whoever sent it for a new one. Nothing was paid.
      </PayMessage>
    </div>
  );
}
