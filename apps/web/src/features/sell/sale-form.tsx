import type { Holding } from '@florin/contract';
import { toDecimal, zero } from '@florin/money';
import { useState, type SubmitEvent } from 'react';
import { fromExact } from '../../api/exact.ts';
import { isPhone } from '../../ui/is-phone.ts';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { useHeldPrice } from '../../wallet-ui/held-price/use-held-price.ts';
import { useLiveHolding } from '../../wallet-ui/live-holding.ts';
import { AvailableHolding } from './available-holding.tsx';
import { PriceNotice } from './price-notice.tsx';
import { SaleActions } from './sale-actions.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { SaleShare } from './sale-share.tsx';
import { SaleSum } from './sale-sum.tsx';
import { figuresOf, gainOf, readSale } from './sale.ts';
import { useSale } from './use-sale.ts';

export function SaleForm({ holding: listed }: { holding: Holding }) {
  const holding = useLiveHolding(listed);
  const [amountText, setAmountText] = useState('');
  const held = fromExact(holding.symbol, holding.amount_exact);

  const { amount = zero(held.asset), problem } = readSale(held, amountText);
  const order = { kind: 'sell', crypto_symbol: held.asset, amount_crypto: toDecimal(amount) } as const;
  const price = useHeldPrice('sell', problem === undefined && holding.paused !== 'delisted' ? order : undefined);
  const quote = price.state === 'held' ? price.quote : undefined;
  const figures = figuresOf(amount, holding, quote);
  const { sell, busy, error, trouble, forget, amountInput } = useSale({ held, amountText, onPriceGone: price.renew });

  const change = (text: string) => {
    setAmountText(text);
    forget();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void sell(quote?.id);
  };
  return (
    <form
      className="sheet col-r"
      aria-label={`Sell ${holding.name}`}
      noValidate
      onSubmit={submit}
      ref={bringIntoViewOnPhones}
    >
      <AvailableHolding holding={holding} held={held} />
      <AmountField
        label="Amount"
        asset={held.asset}
        value={amountText}
        onChange={change}
        error={error}
        ref={amountInput}
        end={
          <button type="button" className="link" onClick={() => change(toDecimal(held))}>
            Use Max
          </button>
        }
      />
      <SaleShare name={holding.name} amount={amount} held={held} />
      <SaleSum figures={figures} />
      <SaleNotes
        gain={gainOf(amount, holding, figures)}
        secondsLeft={price.state === 'held' ? price.secondsLeft : undefined}
      />
      <PriceNotice holding={holding} price={price} trouble={trouble} />
      <SaleActions holding={holding} amount={amount} busy={busy} isRetry={trouble === 'unanswered'} />
    </form>
  );
}

/** There the form stands below the holdings, out of sight when one of them is picked. */
function bringIntoViewOnPhones(form: HTMLElement | null) {
  if (isPhone()) form?.scrollIntoView({ block: 'start' });
}
