import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { ErrorScreen } from '../ui/error-screen.tsx';

export function NotFoundPage() {
  return (
    <ErrorScreen figure="404" title="Page not found" actions={<Links />}>
      The address may be wrong, or the page has moved. Your money is safe.
    </ErrorScreen>
  );
}

function Links() {
  const { user } = useSession();
  const [first, second] = user ? memberLinks : visitorLinks;
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

const memberLinks = [
  { to: '/dashboard', name: 'Dashboard' },
  { to: '/transactions', name: 'Transactions' },
] as const;
const visitorLinks = [
  { to: '/', name: 'Home' },
  { to: '/login', name: 'Log In' },
] as const;
