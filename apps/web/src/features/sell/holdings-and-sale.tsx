import { add, zero } from '@florin/money';
import { fromExact } from '../../api/exact.ts';
import type { Holding } from '../../api/read/answers.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { useChosenCoin } from '../../wallet-ui/chosen-coin.ts';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { NoCoinChosen } from '../../wallet-ui/no-coin-chosen.tsx';
import { Allocation } from './allocation.tsx';
import { HoldingChoice } from './holding-choice.tsx';
import { NothingToSell } from './nothing-to-sell.tsx';
import { SaleForm } from './sale-form.tsx';
import { UnansweredSale } from './unanswered-sale.tsx';
import { useOpenSale, useSale, type OpenSale } from './use-sale.ts';

export function HoldingsAndSale({ holdings }: { holdings: readonly Holding[] }) {
  const { symbol, choose } = useChosenCoin();
  const chosen = holdings.find((holding) => holding.symbol === symbol);
  const open = useOpenSale(symbol);
  if (holdings.length === 0 && !open) return <NothingToSell />;
  return (
    <div className="two-columns">
      <section className="ledger column-left" aria-labelledby="holdings-heading">
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
        <div className="column-right">
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

/** Shows the total value of all holdings at live prices. */
function HoldingsValue({ holdings }: { holdings: readonly Holding[] }) {
  const values = useLiveHoldings(holdings).map(({ value_exact }) => fromExact('USD', value_exact));
  return (
    <span className="muted">
      <AmountText amount={values.reduce(add, zero('USD'))} />
    </span>
  );
}

type CoinSaleProps = { holding: Holding | undefined; open: OpenSale | undefined };

/**
 * Shows the Sell form of a holding. Without a holding, shows the unsettled sale that may have sold the whole holding.
 */
function CoinSale({ holding, open }: CoinSaleProps) {
  const sale = useSale();
  if (holding) return <SaleForm holding={holding} sale={sale} />;
  return open && <UnansweredSale open={open} sale={sale} />;
}
