import type { Holding } from '@florin/contract';
import { parsePrice, priceSell, toDecimal, zero } from '@florin/money';
import { Link } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { fromExact } from '../../api/exact.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { isPhone } from '../../ui/is-phone.ts';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { AvailableHolding } from './available-holding.tsx';
import { plainCoins } from './plain-coins.ts';
import { readSale } from './sale.ts';
import { SaleShare } from './sale-share.tsx';
import { SaleSum } from './sale-sum.tsx';
import { useSale } from './use-sale.ts';

export function SaleForm({ holding }: { holding: Holding }) {
  const [amountText, setAmountText] = useState('');
  const held = fromExact(holding.symbol, holding.amount_exact);
  const { sell, busy, error, forgetError, amountInput } = useSale(held);

  const { amount = zero(held.asset) } = readSale(held, amountText);
  const change = (text: string) => {
    setAmountText(text);
    forgetError();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void sell(amountText);
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
      <SaleSum sale={priceSell(amount, parsePrice(holding.price_exact))} />
      <p className="small muted after">Paid into your US Dollar wallet at once.</p>
      <div className="actions stick">
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {busy
            ? 'Processing...'
            : amount.units > 0n
              ? `Sell ${plainCoins(amount)} ${held.asset}`
              : `Sell ${held.asset}`}
        </Button>
        <Link to="/dashboard" className={buttonClass({ size: 'l' })}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

/** There the form stands below the holdings, out of sight when one of them is picked. */
function bringIntoViewOnPhones(form: HTMLElement | null) {
  if (isPhone()) form?.scrollIntoView({ block: 'start' });
}
