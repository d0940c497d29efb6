import { endpoints, type Policy } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { routesAheadFor, routesFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { paying, type People, type SignedIn } from '../identity/index.ts';
import { readAmount, type Outflows } from '../wallets/index.ts';
import { hasWaitingMoney, lookUpInvitation } from './look-up-invitation.ts';
import { lookUpRecipient } from './look-up-recipient.ts';
import { sendMoney } from './send-money.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly outflows: Outflows;
  readonly people: People;
  readonly history: History;
  readonly contacts: Contacts;
  readonly policy: Policy;
  readonly rateLimits: boolean;
  readonly throttleFactor: number;
};

const route = routesFor<SignedIn>();
const routeAhead = routesAheadFor<SignedIn>();

export function transferRoutes(dependencies: Dependencies) {
  return [
    routeAhead(
      endpoints.sendMoney,
      (body) => dependencies.people.byEmail(body.recipient_email),
      ({ member, command, body, shownSendFee }, recipient) =>
        paying(member, (needsFactor) =>
          sendMoney(dependencies, member, command, {
            recipientEmail: body.recipient_email,
            recipient,
            amount: readAmount(body.currency ?? 'USD', body.amount),
            note: body.note || undefined,
            needsFactor,
            shownFee: shownSendFee,
          }),
        ),
    ),
    route(endpoints.lookUpRecipient, ({ member, body }) => lookUpRecipient(dependencies, member, body.email)),
    route(endpoints.lookUpInvitation, ({ body, ip }) => lookUpInvitation(dependencies, { token: body.token, ip })),
    route(endpoints.getWaitingMoney, async ({ member }) => ({ waiting: await hasWaitingMoney(dependencies, member) })),
  ];
}
