import { add, zero } from '@florin/money';
import { Link } from '@tanstack/react-router';
import type { Holding } from '../../api/read/answers.ts';
import { useChosenCoin } from '../../wallet-ui/chosen-coin.ts';
import { NoCoinChosen } from '../../wallet-ui/no-coin-chosen.tsx';
import { Allocation } from './allocation.tsx';
import { CoinSale } from './coin-sale.tsx';
import { HoldingChoice } from './holding-choice.tsx';
import { useOpenSale } from './use-sale.ts';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

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

/** Shows the total value of all holdings at live prices. */
function HoldingsValue({ holdings }: { holdings: readonly Holding[] }) {
  const values = useLiveHoldings(holdings).map(({ value_exact }) => fromExact('USD', value_exact));
  return (
    <span className="muted">
      <AmountText amount={values.reduce(add, zero('USD'))} />
    </span>
  );
}

function NothingToSell() {
  return (
    <EmptyState
      title="No crypto holdings to sell"
      heading="h2"
      action={
        <Link to="/buy-crypto" className={buttonClass({ size: 's' })}>
          Buy Crypto
        </Link>
      }
    >
      Coins you buy will appear here.
    </EmptyState>
  );
}
