import { Link, useLocation } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { CardOutcome } from './card-outcome.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { SetupOutcome } from './setup-outcome.tsx';

/** The page to which the card processor and the card's bank lead back: `?payment=…` or `?card=…`. */
export function CardReturnPage() {
  const search = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr }));
  const [payment, card] = [search.get('payment'), search.get('card')];
  if (payment !== null) return <PaymentOutcome key={payment} id={payment} />;
  if (card !== null) return <SetupOutcome key={card} id={card} />;
  return (
    <CardOutcome tone="bad" title="This link has no card payment" actions={<ToDashboard />}>
      Check your dashboard for the result.
    </CardOutcome>
  );
}

const ToDashboard = () => (
  <Link className={buttonClass({ variant: 'primary', size: 'l' })} to="/dashboard">
    Go to the dashboard
  </Link>
);
