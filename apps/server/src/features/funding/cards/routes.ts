import { endpoints, type Policy } from '@florin/contract';
import type { Ledger } from '../../../ledger/index.ts';
import { routesFor } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { CardProcessor } from '../../../providers/card-processor/card-processor.ts';
import type { SignedIn } from '../../identity/index.ts';
import { readAmount } from '../../wallets/index.ts';
import type { CardDependencies } from './card-progress.ts';
import { checkCardSetup, startCardSetup } from './card-setup.ts';
import { cancelCardPayment, checkCardPayment, type Finish } from './check-payment.ts';
import { startCardDeposit } from './start-deposit.ts';

const route = routesFor<SignedIn>();

type Dependencies = Omit<CardDependencies, 'cards'> &
  Finish & { readonly cards?: CardProcessor | undefined; readonly ledger: Ledger; readonly policy: Policy };

/** The calls for payments on the pages of a card processor. Without a card processor, the calls answer `no_cards`. */
export function cardRoutes(dependencies: Dependencies) {
  const withCards = () => {
    const { cards } = dependencies;
    if (cards) return { ...dependencies, cards };
    throw new Refusal('no_cards', 'This server takes no cards. Use a bank transfer.');
  };
  return [
    route(endpoints.startCardDeposit, async ({ member, command, body }) =>
      startCardDeposit(withCards(), member, command, readAmount(body.currency ?? 'USD', body.amount)),
    ),
    route(endpoints.checkCardPayment, async ({ member, params }) =>
      checkCardPayment(withCards(), member.id, params.id),
    ),
    route(endpoints.cancelCardPayment, async ({ member, params }) =>
      cancelCardPayment(withCards(), member.id, params.id),
    ),
    route(endpoints.startCardSetup, async ({ member }) => startCardSetup(withCards(), member)),
    route(endpoints.checkCardSetup, async ({ member, params }) => checkCardSetup(withCards(), member.id, params.id)),
  ];
}
