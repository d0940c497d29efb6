import { useQuery } from '@tanstack/react-query';
import type { Holding } from '../../api/read/answers.ts';
import { portfolioQuery } from '../../api/queries.ts';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { NotTraded } from '../../wallet-ui/trading-paused.tsx';
import { CoinFailed } from './coin-failed.tsx';
import { CoinHolding } from './coin-holding.tsx';
import { CoinSkeleton } from './coin-skeleton.tsx';
import { CoinTransactions } from './coin-transactions.tsx';
import { UnknownCoin } from './unknown-coin.tsx';

/** Shows a coin that is not in the market: the holding of a delisted coin, else a not-found page. */
export function CoinNotOnOffer({ symbol }: { symbol: string }) {
  const { data: holdings, isError, error, fetchStatus, refetch } = useQuery(portfolioQuery);
  const holding = holdings?.find((each) => each.symbol === symbol.toUpperCase());
  if (holding) return <DelistedCoin holding={holding} />;
  if (holdings) return <UnknownCoin symbol={symbol} />;
  if (isError || fetchStatus === 'paused')
    return <CoinFailed symbol={symbol} error={error} onRetry={() => void refetch()} />;
  return <CoinSkeleton symbol={symbol} />;
}

function DelistedCoin({ holding }: { holding: Holding }) {
  const { symbol, name, price_exact } = holding;
  return (
    <main className="wrap coin-page">
      <header className="coin-h">
        <div className="coin-id">
          <CoinIcon symbol={symbol} size={52} />
          <h1>{name}</h1>
        </div>
        <div className="coin-pr">
          <p className="fig fig-hero">{price_exact !== undefined && <PriceText usdPerCoin={price_exact} />}</p>
        </div>
        <div className="coin-paused">
          <NotTraded {...holding} />
        </div>
      </header>
      <div className="coin-g coin-gone page-grid">
        <CoinHolding symbol={symbol} name={name} />
        <CoinTransactions symbol={symbol} name={name} />
      </div>
    </main>
  );
}
