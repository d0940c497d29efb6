import { balanceOf, type PaymentMethod } from '@florin/contract';
import { isMoreThan, toDecimal } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Clock, TriangleAlert } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useLiveTick } from '../../../api/live-prices.ts';
import { paymentMethodsQuery } from '../../../api/queries.ts';
import type { MarketItem } from '../../../api/read/answers.ts';
import { useTypedState } from '../../../api/use-typed-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { CancelToDashboard } from '../../../wallet-ui/cancel-to-dashboard.tsx';
import { HeldFor } from '../../../wallet-ui/held-price/held-for.tsx';
import { TradeTrouble } from '../../../wallet-ui/held-price/trade-trouble.tsx';
import { useHeldPrice, type HeldPrice } from '../../../wallet-ui/held-price/use-held-price.ts';
import { defaultMethod } from '../../../wallet-ui/payment-method-select.tsx';
import { PriceAge } from '../../../wallet-ui/price-age.tsx';
import { useAvailable } from '../../../wallet-ui/trade-wallets.ts';
import { AllowanceLeft, OverAllowance, useAllowance } from './allowance.tsx';
import { PaymentPart } from './payment-part.tsx';
import { PurchaseSum } from './purchase-sum.tsx';
import {
  convertUnit,
  quotedFigures,
  readPurchase,
  withEstimatedPayment,
  withPaymentCurrency,
  type Typed,
} from './purchase.ts';
import { ShortOfTotal } from './short-of-total.tsx';
import { usePurchase } from './use-purchase.ts';
import styles from '../buy.module.css';

/** The Buy form. A typed dollar amount stays when the coin changes; a typed coin amount is cleared. */
export function PurchaseTicket({ coin: listed }: { coin: MarketItem }) {
  const coin = useLiveTick(listed);
  const [written, setWritten] = useTypedState<Typed>('purchase', { asset: 'USD', text: '' });
  const typed = written.asset === 'USD' || written.asset === coin.symbol ? written : { asset: coin.symbol, text: '' };
  const [chosenMethodId, setChosenMethodId] = useState<string>();
  // A bank account with a currency is for withdrawals only.
  const methods = useQuery({
    ...paymentMethodsQuery,
    select: (all) => all.filter((one) => one.currency === undefined),
  });
  const allowance = useAllowance();

  const { order: dollarOrder, figures: inDollars, problem } = readPurchase(coin, typed);
  const availableOf = useAvailable();
  const covers = ({ id }: PaymentMethod) => {
    const available = availableOf('USD');
    return balanceOf(id) === undefined || (available !== undefined && !isMoreThan(inDollars.total, available));
  };
  const methodId = chosenMethodId ?? defaultMethod(methods.data ?? [], covers)?.id;
  const wallet = balanceOf(methodId ?? '');
  const payFrom = wallet ?? 'USD';
  const order = withPaymentCurrency(dollarOrder, payFrom);
  const price = useHeldPrice('buy', coin.paused === null ? order : undefined);
  const estimated = withEstimatedPayment(inDollars, payFrom, price.shown);
  const { buy, busy, errors, clearErrors, amountInput, rejectedQuoteId, pending } = usePurchase({
    coin,
    order,
    methodId,
    nextQuote: price.next,
  });
  const quote = price.state === 'held' && price.quote.id !== rejectedQuoteId ? price.quote : undefined;
  const figures = pending ?? (quote ? quotedFigures(quote) : estimated);

  const write = (next: Typed) => {
    setWritten(next);
    clearErrors('amount', 'notice');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChosenMethodId(methodId); // after an error, no other method is selected automatically
    void buy({ problem, figures, quote });
  };
  return (
    <form className={`sheet ${styles.ticket}`} aria-label={`Buy ${coin.name}`} noValidate onSubmit={submit}>
      <div className={styles.ticketLeft}>
        <AmountField
          label="Amount"
          asset={typed.asset}
          value={typed.text}
          error={errors.amount}
          ref={amountInput}
          end={allowance && <AllowanceLeft {...allowance} />}
          unit={
            <UnitSelect
              symbol={coin.symbol}
              value={typed.asset}
              onChange={(asset) => write(convertUnit(figures, asset))}
            />
          }
          onChange={(text) => write({ asset: typed.asset, text })}
        />
        {allowance && !pending && (
          <OverAllowance
            allowance={allowance}
            amount={figures.amount}
            onTakeLargest={(largest) => write({ asset: 'USD', text: toDecimal(largest) })}
          />
        )}
        {!pending && (
          <ShortOfTotal
            available={wallet && availableOf(wallet)}
            figures={figures}
            onUse={(largest) => write({ asset: largest.asset, text: toDecimal(largest) })}
          />
        )}
        <PaymentPart methods={methods} methodId={methodId} onChange={setChosenMethodId} error={errors.method} />
      </div>
      <div className={styles.ticketRight}>
        <PurchaseSum figures={figures} inCoins={typed.asset !== 'USD'} payFrom={payFrom} />
      </div>
      <TradeTrouble side="buy" trouble={errors.notice} />
      <div className={styles.ticketBottom}>
        <p className={`small muted ${styles.priceHeld}`}>{!pending && <HoldLine price={price} coin={coin} />}</p>
        <PurchaseActions coin={coin} busy={busy} isRetry={pending !== undefined} />
      </div>
    </form>
  );
}

type HoldLineProps = { price: HeldPrice<'buy'>; coin: MarketItem };

/** Shows how long the quoted price is valid. Without a quote, shows the age of the current price or the error. */
function HoldLine({ price, coin }: HoldLineProps) {
  if (price.state === 'held') return <HeldFor secondsLeft={price.secondsLeft} />;
  return (
    <>
      <Icon as={price.state === 'failed' ? TriangleAlert : Clock} size={16} />
      <span>{price.state === 'failed' ? price.sentence : <PriceAge {...coin} />}</span>
    </>
  );
}

type UnitSelectProps = { symbol: string; value: string; onChange: (asset: string) => void };

/** Selects whether the amount is in dollars or coins. */
function UnitSelect({ symbol, value, onChange }: UnitSelectProps) {
  return (
    <Select bare aria-label="Amount in" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option>USD</option>
      <option>{symbol}</option>
    </Select>
  );
}

type PurchaseActionsProps = {
  coin: MarketItem;
  busy: boolean;
  /** True after a lost response. A retry is allowed while trading is paused, because the purchase may have succeeded. */
  isRetry: boolean;
};

function PurchaseActions({ coin, busy, isRetry }: PurchaseActionsProps) {
  return (
    <div className="actions stick">
      <Button
        type="submit"
        variant="primary"
        size="l"
        busy={busy}
        needsServer
        reason={coin.paused === null || isRetry ? undefined : `Trading in ${coin.name} is paused.`}
      >
        {busy ? 'Processing...' : 'Buy'}
      </Button>
      <CancelToDashboard busy={busy} />
    </div>
  );
}
