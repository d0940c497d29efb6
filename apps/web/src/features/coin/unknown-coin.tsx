import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorScreen } from '../../ui/error-screen.tsx';

export function UnknownCoin({ symbol }: { symbol: string }) {
  return (
    <ErrorScreen
      figure="?"
      title={`${symbol} not found`}
      actions={
        <>
          <Link className={buttonClass({ variant: 'primary' })} to={paths.buy}>
            All cryptocurrencies
          </Link>
          <Link className={buttonClass()} to={paths.dashboard}>
            Dashboard
          </Link>
        </>
      }
    >
      No coin has this symbol. Check the spelling, or search the list by name.
    </ErrorScreen>
  );
}
