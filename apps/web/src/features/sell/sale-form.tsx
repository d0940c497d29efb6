import { add, toDecimal, zero, type FiatCode } from '@florin/money';
import { useState, type SubmitEvent } from 'react';
import type { Holding } from '../../api/read/answers.ts';
import { useTypedState } from '../../api/use-typed-state.ts';
import { fromExact } from '../../api/exact.ts';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { useHeldPrice } from '../../wallet-ui/held-price/use-held-price.ts';
import { useLiveHolding } from '../../wallet-ui/live-holding.ts';
import { notTraded } from '../../wallet-ui/trading-paused.tsx';
import { AvailableHolding } from './available-holding.tsx';
import { bringIntoViewOnPhones } from './bring-into-view.ts';
import { PayoutField } from './payout-field.tsx';
import { PriceNotice } from './price-notice.tsx';
import { RestSoldAlong } from './rest-sold-along.tsx';
import { SaleActions } from './sale-actions.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { SaleShare } from './sale-share.tsx';
import { SaleSum } from './sale-sum.tsx';
import { dustSoldWith, figuresOf, gainOf, readSale } from './sale.ts';
import type { Sale } from './use-sale.ts';

export function SaleForm({ holding: listed, sale }: { holding: Holding; sale: Sale }) {
  const { sell, refuse, unansweredOf, isPriceGone, busy, error, clearErrors, amountInput } = sale;
  const holding = useLiveHolding(listed);
  const [amountText, setAmountText] = useTypedState<string>('sale', '');
  const held = fromExact(holding.symbol, holding.amount_exact);

  const [payInto, setPayInto] = useState<FiatCode>('USD');

  const { amount = zero(held.asset), problem } = readSale(held, amountText);
  const order = {
    kind: 'sell',
    crypto_symbol: held.asset,
    amount_crypto: toDecimal(amount),
    ...(payInto !== 'USD' && { payout_currency: payInto }),
  } as const;
  const unanswered = unansweredOf(amount);
  const isPriced = problem === undefined && !unanswered && holding.paused !== 'delisted';
  const price = useHeldPrice('sell', isPriced ? order : undefined);
  const quote = price.state === 'held' ? price.quote : undefined;
  const dust = unanswered ? zero(held.asset) : dustSoldWith(amount, holding, quote);
  const sold = add(amount, dust);
  const figures = unanswered?.about.figures ?? figuresOf(sold, holding, { quote, last: price.shown, payInto });
  const trouble = unanswered ? 'unanswered' : isPriceGone ? 'price changed' : undefined;

  const change = (text: string) => {
    setAmountText(text);
    clearErrors();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The sale may have succeeded. A retry finds out and ignores the current holding.
    if (unanswered) return void sell(unanswered);
    if (problem !== undefined) return refuse(problem, problem);
    const { kind: _, ...fields } = order;
    const body = { ...fields, ...(quote && { quote_id: quote.id }) };
    void sell({ body, about: { name: holding.name, amount: sold, figures } }, price.renew);
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
      {/* Hidden after a lost response, because the holding may have changed already. */}
      {!unanswered && <SaleShare name={holding.name} amount={sold} held={held} />}
      <RestSoldAlong rest={dust} />
      {!unanswered && <PayoutField value={payInto} onChange={setPayInto} />}
      <SaleSum figures={figures} />
      <SaleNotes
        gain={unanswered ? undefined : gainOf(sold, holding, figures)}
        figures={figures}
        secondsLeft={price.state === 'held' ? price.secondsLeft : undefined}
      />
      <PriceNotice holding={holding} price={price} trouble={trouble} />
      <SaleActions busy={busy} reason={unanswered ? undefined : pauseReason(holding)} />
    </form>
  );
}

function pauseReason({ name, paused }: Holding): string | undefined {
  if (paused === null) return undefined;
  return paused === 'delisted' ? notTraded(name) : `Trading in ${name} is paused.`;
}
