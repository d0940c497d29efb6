import { roleTitles, type Permission, type User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { ErrorScreen } from '../ui/error-screen.tsx';

/** A screen that the person's role in the business does not include. */
export function RolePage({ user, needs }: { user: User; needs: Permission }) {
  const role = user.business && roleTitles[user.business.role].toLowerCase();
  return (
    <ErrorScreen
      figure="403"
      title="Your role does not include this page"
      actions={
        <>
          <Link className={buttonClass({ variant: 'primary' })} to="/dashboard">
            Dashboard
          </Link>
          <Link className={buttonClass()} to="/business" search={{ tab: 'people' }}>
            People of the business
          </Link>
        </>
      }
    >
      You act for {user.name} as {role}. {who[needs]} Ask one of them.
    </ErrorScreen>
  );
}

const who: Record<Permission, string> = {
  read: 'Every role can see this page.',
  export: 'Accountants, admins and owners can export.',
  pay: 'Payers, admins and owners can make payments and invoices.',
  approve: 'Approvers, admins and owners can approve payments.',
  manage: 'Admins and owners manage the business.',
};
