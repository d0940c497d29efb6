import { add, toDecimal, zero, formatAmount, type FiatCode, type Amount } from '@florin/money';
import { Info, Wallet, TriangleAlert } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { fromExact } from '../../api/exact.ts';
import type { Holding } from '../../api/read/answers.ts';
import { useTypedState } from '../../api/use-typed-state.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { currencyName } from '../../wallet-ui/currency-name.ts';
import { TradeTrouble, type Trouble } from '../../wallet-ui/held-price/trade-trouble.tsx';
import { useHeldPrice, type HeldPrice } from '../../wallet-ui/held-price/use-held-price.ts';
import { useLiveHolding } from '../../wallet-ui/live-holding.ts';
import { useTradeWallets } from '../../wallet-ui/trade-wallets.ts';
import { notTraded, NotTraded, TradingPaused } from '../../wallet-ui/trading-paused.tsx';
import { AvailableHolding } from './available-holding.tsx';
import { bringIntoViewOnPhones } from './bring-into-view.ts';
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
    // The sale may have succeeded. A retry gets the result and ignores the current holding.
    if (unanswered) return void sell(unanswered);
    if (problem !== undefined) return refuse(problem);
    const { kind: _, ...fields } = order;
    const body = { ...fields, ...(quote && { quote_id: quote.id }) };
    void sell({ body, about: { name: holding.name, amount: sold, figures } }, price.renew);
  };
  return (
    <form
      className="sheet column-right"
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
      {/* The share is hidden after a lost response, because the holding may have changed already. */}
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

/** Announces that the server also sells a rest that is too small to sell later. */
function RestSoldAlong({ rest }: { rest: Amount }) {
  if (rest.units === 0n) return null;
  return (
    <Notice icon={Info}>
      <b>The remaining {formatAmount(rest)} are sold as well.</b> This amount is too small to sell later.
    </Notice>
  );
}

type PayoutFieldProps = { value: FiatCode; onChange: (currency: FiatCode) => void };

/** Selects the wallet that gets the proceeds. Hidden if only the USD wallet can get the proceeds. */
function PayoutField({ value, onChange }: PayoutFieldProps) {
  const wallets = useTradeWallets();
  if (wallets.length < 2) return null;
  return (
    <Field label="Paid into">
      <Select
        icon={Wallet}
        value={value}
        onChange={(event) => {
          const chosen = wallets.find(({ currency }) => currency === event.currentTarget.value);
          if (chosen) onChange(chosen.currency);
        }}
      >
        {wallets.map(({ currency }) => (
          <option key={currency} value={currency}>
            {currencyName[currency]} wallet
          </option>
        ))}
      </Select>
    </Field>
  );
}

type PriceNoticeProps = { holding: Holding; price: HeldPrice<'sell'>; trouble: Trouble | undefined };

/** Shows why the sale is not possible or failed, and what to do. */
function PriceNotice({ holding, price, trouble }: PriceNoticeProps) {
  if (trouble === 'unanswered') return <TradeTrouble side="sell" trouble={trouble} />;
  if (holding.paused === 'delisted') return <NotTraded {...holding} />;
  if (holding.paused !== null) return <TradingPaused name={holding.name} paused={holding.paused} />;
  if (price.state === 'failed')
    return (
      <Notice icon={TriangleAlert} tone="bad">
        {price.sentence}
      </Notice>
    );
  return <TradeTrouble side="sell" trouble={trouble} />;
}
