import type { ComponentProps } from 'react';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import styles from './coin.module.css';

type Failure = { symbol: string } & ComponentProps<typeof LoadFailed>;

export function CoinFailed({ symbol, ...failure }: Failure) {
  return (
    <main className={`wrap ${styles.page}`}>
      <h1 className="screen-reader">{symbol}</h1>
      <LoadFailed {...failure} />
    </main>
  );
}
