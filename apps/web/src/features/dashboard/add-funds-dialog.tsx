import { endpoints } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { isLive } from '../../api/page-settings.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddFundsForm } from './add-funds-form.tsx';
import { cardsOf } from './deposit.ts';
import { Loaded } from './loaded.tsx';

type AddFundsDialogProps = { currency: FiatCode; open: boolean; onOpenChange: (open: boolean) => void };

/** The command lives here and not in the form: a deposit whose answer was lost keeps its key when the dialog is closed. */
export function AddFundsDialog({ currency, open, onOpenChange }: AddFundsDialogProps) {
  const command = useMoneyCommand(endpoints.addFunds);
  const methods = useQuery({ ...paymentMethodsQuery, enabled: open });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Add Funds">
      <Loaded query={methods} skeleton={<FormSkeleton />}>
        {(loaded) => {
          const cards = cardsOf(loaded);
          if (cards.length === 0 && isLive()) return <EmptyState title="This server has no deposit method yet." />;
          return (
            <AddFundsForm currency={currency} cards={cards} command={command} onClose={() => onOpenChange(false)} />
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function FormSkeleton() {
  return (
    <div aria-busy>
      <output className="sr">Loading your payment methods</output>
      <Skeleton width={70} />
      <Skeleton width="100%" height={80} className="mt-2" />
      <Skeleton width={110} className="mt-8" />
      <Skeleton width="100%" height={48} className="mt-2" />
      <Skeleton width="100%" height={44} className="mt-8" />
    </div>
  );
}
