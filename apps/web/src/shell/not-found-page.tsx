import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Lost } from '../ui/lost.tsx';

export function NotFoundPage() {
  return (
    <Lost figure="404" title="This page is not in the book" actions={<WaysBack />}>
      The address has a mistake, or the page has moved. Nothing happened to your money.
    </Lost>
  );
}

function WaysBack() {
  const { user } = useSession();
  const [first, second] = user ? memberWays : visitorWays;
  return (
    <>
      <Link className={buttonClass({ variant: 'primary' })} to={first.to}>
        {first.name}
      </Link>
      <Link className={buttonClass()} to={second.to}>
        {second.name}
      </Link>
    </>
  );
}

const memberWays = [
  { to: '/dashboard', name: 'Dashboard' },
  { to: '/transactions', name: 'Transactions' },
] as const;
const visitorWays = [
  { to: '/', name: 'Home' },
  { to: '/login', name: 'Log In' },
] as const;
