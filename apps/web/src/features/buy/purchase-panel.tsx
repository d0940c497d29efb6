import type { MarketItem } from '../../api/read/answers.ts';
import { PriceChart } from '../../wallet-ui/chart/price-chart.tsx';
import { CoinQuote } from './coin-quote.tsx';
import { PurchaseTicket } from './ticket/purchase-ticket.tsx';

export function PurchasePanel({ coin }: { coin: MarketItem }) {
  return (
    <>
      <CoinQuote coin={coin} />
      <PriceChart symbol={coin.symbol} name={coin.name} />
      <PurchaseTicket coin={coin} />
    </>
  );
}
