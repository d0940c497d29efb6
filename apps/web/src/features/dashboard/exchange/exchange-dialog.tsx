import type { ExchangeQuote } from '@florin/contract';
import { formatAmount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { walletsQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { rateLine } from '../../../wallet-ui/exchange-rate.ts';
import { Loaded } from '../loaded.tsx';
import { DialogSkeleton } from '../money-dialog/dialog-skeleton.tsx';
import { OutcomeHead } from '../money-dialog/outcome-head.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { ExchangeOutcome } from './exchange-outcome.tsx';
import { ExchangeSum } from './exchange-sum.tsx';
import { useExchange, type Exchange } from './use-exchange.ts';

type ExchangeDialogProps = { currency: FiatCode; open: boolean; onOpenChange: (open: boolean) => void };

export function ExchangeDialog({ currency, open, onOpenChange }: ExchangeDialogProps) {
  const exchange = useExchange({ open, currency });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Exchange">
      <ExchangeStage exchange={exchange} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ExchangeStage({ exchange, onClose }: { exchange: Exchange; onClose: () => void }) {
  const wallets = useQuery(walletsQuery);
  const { stage } = exchange;
  switch (stage.name) {
    case 'entry':
      return (
        <Loaded query={wallets} skeleton={<DialogSkeleton loading="your wallets" />}>
          {(loaded) => <ExchangeForm {...{ exchange, stage, onClose }} wallets={loaded} />}
        </Loaded>
      );
    case 'unanswered':
      return <UnansweredExchange {...{ exchange, onClose }} quote={stage.quote} refusal={stage.refusal} />;
    case 'done':
      return <ExchangeOutcome placed={stage.placed} onClose={onClose} />;
  }
}

type UnansweredExchangeProps = { exchange: Exchange; quote: ExchangeQuote; refusal: string; onClose: () => void };

/** Offers to retry an exchange that got no response. No other exchange can start until its result is known. */
function UnansweredExchange({ exchange, quote, refusal, onClose }: UnansweredExchangeProps) {
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
