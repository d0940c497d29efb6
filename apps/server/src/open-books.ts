import type { Policy } from '@florin/contract';
import { amountOf } from '@florin/money';
import type { Logger } from 'pino';
import { paymentGuard, proposedPayments } from './features/approvals/index.ts';
import { openHistory, withReturns } from './features/activity/index.ts';
import { bankTransfer, closedAccountMoney, lateReturn } from './features/bank/index.ts';
import { openContacts } from './features/contacts/index.ts';
import { exchangedMoney } from './features/exchange/index.ts';
import { addedFunds, bankDeposit, cardReturned, withdrawnFunds } from './features/funding/index.ts';
import { openHouse } from './features/house/index.ts';
import { peopleDirectory, type openIdentities } from './features/identity/index.ts';
import { paidInvoice } from './features/invoices/index.ts';
import type { Markets } from './features/markets/index.ts';
import { planFee } from './features/plans/index.ts';
import { depositTakenBack, receivablePaid } from './features/receivables/index.ts';
import { paidRequest } from './features/requests/index.ts';
import { boughtCoins, soldCoins } from './features/trading/index.ts';
import { heldSend, sentMoney } from './features/transfers/index.ts';
import { openOutflows } from './features/wallets/index.ts';
import type { Ledger } from './ledger/index.ts';
import type { Pool } from './platform/database/pool.ts';

/** The initial stock of each coin in a sandbox, in US dollars. */
const sandboxStock = amountOf('USD', 5_000_000_00n);

type BooksOptions = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly identities: ReturnType<typeof openIdentities>;
  readonly markets: Markets;
  readonly logger: Logger;
  readonly policy: Policy;
  readonly rateLimits: boolean;
  readonly mode: 'sandbox' | 'live';
};

/** Creates the parts of a ledger that payments need. A dry run has its own (dry-runs.ts). */
export function openBooks({ pool, ledger, identities, markets, logger, policy, rateLimits, mode }: BooksOptions) {
  const people = peopleDirectory(pool, identities);
  const movements = withReturns([
    sentMoney,
    heldSend({ pool, ledger, rateLimits }),
    paidRequest,
    paidInvoice,
    addedFunds,
    bankDeposit,
    cardReturned,
    bankTransfer,
    closedAccountMoney,
    lateReturn,
    depositTakenBack,
    receivablePaid,
    withdrawnFunds(ledger),
    exchangedMoney,
    boughtCoins(markets.nameOf),
    soldCoins(markets.nameOf),
    planFee,
    ...proposedPayments,
  ]);
  return {
    outflows: openOutflows(ledger, policy, paymentGuard({ pool, ledger })),
    people,
    contacts: openContacts({ pool, logger }),
    movements,
    history: openHistory({ ledger, people, movements }),
    house: openHouse({ pool, ledger, markets, sandboxStock: mode === 'sandbox' ? sandboxStock : undefined }),
  };
}
