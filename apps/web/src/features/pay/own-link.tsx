import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import type { PayLink } from './pay-link.ts';
import { PayPlane } from './pay-plane.tsx';
import { PayMessage } from './pay-message.tsx';

/** Opened by the one it asks for. */
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
        Share it with whoever should pay you. They see this page with a form to pay.
      </PayMessage>
    </PayPlane>
  );
}
