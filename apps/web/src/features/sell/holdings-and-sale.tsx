import type { Holding } from '../../api/read/answers.ts';
import { useChosenCoin } from '../../wallet-ui/chosen-coin.ts';
import { NoCoinChosen } from '../../wallet-ui/no-coin-chosen.tsx';
import { Allocation } from './allocation.tsx';
import { CoinSale } from './coin-sale.tsx';
import { HoldingChoice } from './holding-choice.tsx';
import { HoldingsValue } from './holdings-value.tsx';
import { NothingToSell } from './nothing-to-sell.tsx';
import { useOpenSale } from './use-sale.ts';

export function HoldingsAndSale({ holdings }: { holdings: readonly Holding[] }) {
  const { symbol, choose } = useChosenCoin();
  const chosen = holdings.find((holding) => holding.symbol === symbol);
  const open = useOpenSale(symbol);
  if (holdings.length === 0 && !open) return <NothingToSell />;
  return (
    <div className="two-col">
      <section className="ledger col-l" aria-labelledby="holdings-heading">
        <header>
          <h2 id="holdings-heading">Your holdings</h2>
          <HoldingsValue holdings={holdings} />
        </header>
        {holdings.map((holding) => (
          <HoldingChoice
            key={holding.symbol}
            holding={holding}
            chosen={holding.symbol === symbol}
            onChoose={() => choose(holding.symbol)}
          />
        ))}
        {holdings.length === 0 ? <NothingToSell /> : <Allocation holdings={holdings} />}
      </section>
      {chosen || open ? (
        <CoinSale key={symbol} holding={chosen} open={open} />
      ) : (
        <div className="col-r">
          <NoCoinChosen>
            {symbol === undefined
              ? 'Pick a holding to see what you will get.'
              : `You hold no ${symbol}. Pick a holding.`}
          </NoCoinChosen>
        </div>
      )}
    </div>
  );
}
