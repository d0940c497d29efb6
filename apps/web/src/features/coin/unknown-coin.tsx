import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Lost } from '../../ui/lost.tsx';

export function UnknownCoin({ symbol }: { symbol: string }) {
  return (
    <Lost
      figure="?"
      title={`There is no ${symbol} here`}
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
      No coin on offer has this symbol. It may be written in another way: the list is searched by name too.
    </Lost>
  );
}
