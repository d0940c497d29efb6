import type { ExchangeQuote } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { OutcomeHead } from '../money-dialog/outcome-head.tsx';
import { ExchangeSum } from './exchange-sum.tsx';
import { rateLine } from '../../../wallet-ui/exchange-rate.ts';
import type { Exchange } from './use-exchange.ts';

type UnansweredExchangeProps = { exchange: Exchange; quote: ExchangeQuote; refusal: string; onClose: () => void };

/** Offers to retry an exchange that got no response. No other exchange can start until its result is known. */
export function UnansweredExchange({ exchange, quote, refusal, onClose }: UnansweredExchangeProps) {
  const { from, to } = quote;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void exchange.exchange(quote);
      }}
    >
      <OutcomeHead
        tone="wait"
        title={`${formatAmount(fromExact(to, quote.received_exact))} to your ${currencyName[to]} wallet`}
      >
        {rateLine(quote)}
      </OutcomeHead>
      <ExchangeSum
        sum={{
          amount: fromExact(from, quote.amount_exact),
          fee: fromExact(from, quote.fee_exact),
          total: fromExact(from, quote.total_exact),
        }}
      />
      <Notice icon={TriangleAlert} tone="bad">
        {refusal}
      </Notice>
      <div className="actions">
        <Button type="submit" variant="primary" busy={exchange.busy} needsServer>
          {exchange.busy ? 'Processing...' : 'Try again'}
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </form>
  );
}
