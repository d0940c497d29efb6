import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NothingToSell() {
  return (
    <EmptyState
      title="No crypto holdings to sell"
      heading="h2"
      action={
        <Link to="/buy-crypto" className={buttonClass({ size: 's' })}>
          Buy Crypto
        </Link>
      }
    >
      Coins you buy will appear here.
    </EmptyState>
  );
}
