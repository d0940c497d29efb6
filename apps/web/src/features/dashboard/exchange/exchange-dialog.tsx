import type { FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { walletsQuery } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { DialogSkeleton } from '../money-dialog/dialog-skeleton.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { ExchangeOutcome } from './exchange-outcome.tsx';
import { UnansweredExchange } from './unanswered-exchange.tsx';
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
