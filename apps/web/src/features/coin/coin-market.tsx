import type { CoinDetail } from '@florin/contract';
import { useLiveTick } from '../../api/live-prices.ts';
import { Fact } from '../../ui/fact.tsx';
import { compactCount, compactDollars } from '../../wallet-ui/compact-text.ts';
import { PriceAge } from '../../wallet-ui/price-age.tsx';
import { PriceText } from '../../wallet-ui/price-text.tsx';

export function CoinMarket({ coin }: { coin: CoinDetail }) {
  const live = useLiveTick(coin);
  const { marketCap, volume_24h: volume, supply, symbol } = coin;
  return (
    <section className="ledger coin-m" aria-labelledby="coin-market">
      <header>
        <h2 id="coin-market">Market</h2>
      </header>
      <dl className="sum">
        <Fact name="Market cap">{compactDollars(marketCap)}</Fact>
        <Fact name="24h volume">{volume === null ? <Unknown /> : compactDollars(volume)}</Fact>
        <Fact name="24h low">
          <PriceText usdPerCoin={live.price < live.low_24h ? live.price_exact : live.low_24h_exact} />
        </Fact>
        <Fact name="24h high">
          <PriceText usdPerCoin={live.price > live.high_24h ? live.price_exact : live.high_24h_exact} />
        </Fact>
        <Fact name="In circulation">{supply === null ? <Unknown /> : `${compactCount(supply)} ${symbol}`}</Fact>
      </dl>
      <p className="small muted coin-age">
        <PriceAge {...live} />.
      </p>
    </section>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr">not known</span>
    </>
  );
}
