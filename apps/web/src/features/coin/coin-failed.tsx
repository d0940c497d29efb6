import type { ComponentProps } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';

type Failure = { symbol: string } & ComponentProps<typeof LoadFailed>;

export function CoinFailed({ symbol, ...failure }: Failure) {
  return (
    <main className="wrap coin-page">
      <h1 className="sr">{symbol}</h1>
      <LoadFailed {...failure} />
    </main>
  );
}
