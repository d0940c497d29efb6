import type { MarketItem } from '@florin/contract';
import { formatAmount, parsePrice, priceBuy, zero } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { defaultMethod } from '../../wallet-ui/payment-method-select.tsx';
import { PriceAge } from '../../wallet-ui/price-age.tsx';
import { PaymentPart } from './payment-part.tsx';
import { readPurchase } from './purchase.ts';
import { PurchaseSum } from './purchase-sum.tsx';
import { usePurchase } from './use-purchase.ts';

/** What is typed stays when another coin is chosen: it is in dollars. */
export function PurchaseTicket({ coin }: { coin: MarketItem }) {
  const [amountText, setAmountText] = useState('');
  const [chosenMethodId, setChosenMethodId] = useState<string>();
  const methods = useQuery(paymentMethodsQuery);
  const methodId = chosenMethodId ?? defaultMethod(methods.data ?? [])?.id;
  const { buy, busy, errors, forget, amountInput } = usePurchase(coin);

  const { amount } = readPurchase(coin.symbol, amountText);
  const purchase = priceBuy(amount ?? zero('USD'), coin.symbol, parsePrice(coin.price_exact));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void buy(amountText, methodId);
  };
  return (
    <form className="sheet ticket" aria-label={`Buy ${coin.name}`} noValidate onSubmit={submit}>
      <div className="ticket-l">
        <AmountField
          label="Amount"
          asset="USD"
          value={amountText}
          error={errors.amount}
          ref={amountInput}
          onChange={(text) => {
            setAmountText(text);
            forget('amount');
          }}
        />
        <PaymentPart
          methods={methods}
          methodId={methodId}
          onChange={(id) => {
            setChosenMethodId(id);
            forget('method');
          }}
          total={purchase.total}
          error={errors.method}
        />
      </div>
      <div className="ticket-r">
        <PurchaseSum purchase={purchase} usdPerCoin={coin.price_exact} />
      </div>
      <div className="ticket-b">
        <p className="small muted hold-for">
          <Icon as={Clock} size={16} />
          <span>
            <PriceAge source={coin.source} updatedAt={coin.updated_at} />
          </span>
        </p>
        <div className="actions stick">
          <Button type="submit" variant="primary" size="l" busy={busy}>
            {busy ? 'Processing...' : `Buy ${coin.symbol}${amount ? ` for ${formatAmount(purchase.total)}` : ''}`}
          </Button>
          <Link to="/dashboard" className={buttonClass({ size: 'l' })}>
            Cancel
          </Link>
        </div>
      </div>
    </form>
  );
}
