import { Clock, TriangleAlert } from 'lucide-react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { Icon } from '../../../ui/icon.tsx';
import { HeldFor } from '../../../wallet-ui/held-price/held-for.tsx';
import type { HeldPrice } from '../../../wallet-ui/held-price/use-held-price.ts';
import { PriceAge } from '../../../wallet-ui/price-age.tsx';

type HoldLineProps = { price: HeldPrice<'buy'>; coin: MarketItem };

/** Shows how long the quoted price is valid. Without a quote, shows the age of the current price or the error. */
export function HoldLine({ price, coin }: HoldLineProps) {
  if (price.state === 'held') return <HeldFor secondsLeft={price.secondsLeft} />;
  return (
    <>
      <Icon as={price.state === 'failed' ? TriangleAlert : Clock} size={16} />
      <span>{price.state === 'failed' ? price.sentence : <PriceAge {...coin} />}</span>
    </>
  );
}
