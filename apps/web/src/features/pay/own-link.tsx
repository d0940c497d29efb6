import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import type { PayLink } from './pay-link.ts';
import { PayPlane } from './pay-plane.tsx';
import { PayMessage } from './pay-message.tsx';

/** Shows a member that the link is their own. */
export function OwnLink({ link }: { link: PayLink }) {
  return (
    <PayPlane email={link.email} asked={link.amount ?? 'They choose'} note={link.note}>
      <PayMessage
        title="This is your own link"
        actions={
          <>
            <Link className={buttonClass({ variant: 'primary', size: 'l' })} to="/receive">
              Receive Money
            </Link>
            <Link className={buttonClass({ size: 'l' })} to="/dashboard">
              Dashboard
            </Link>
          </>
        }
      >
        Share this link with people who owe you money. They will see a payment form.
      </PayMessage>
    </PayPlane>
  );
}
