import type { MarketItem } from '@florin/contract';
import { CoinQuote } from './coin-quote.tsx';
import { PurchaseTicket } from './purchase-ticket.tsx';

export function PurchasePanel({ coin }: { coin: MarketItem }) {
  return (
    <>
      <CoinQuote coin={coin} />
      <PurchaseTicket coin={coin} />
    </>
  );
}
