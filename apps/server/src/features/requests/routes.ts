import { endpoints, type Policy } from '@florin/contract';
import type { Logger } from 'pino';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { assertKeyWallet, paying, type SignedIn } from '../identity/index.ts';
import { readAmount, type Outflows } from '../wallets/index.ts';
import { cancelRequest, declineRequest } from './end-unpaid.ts';
import { payRequest } from './pay-request.ts';
import { remindOfRequest } from './remind-of-request.ts';
import { requestMoney } from './request-money.ts';
import { findRequest, listRequests } from './request-store.ts';
import { requestView } from './request-view.ts';
import { sharePaymentLink } from './share-payment-link.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly outflows: Outflows;
  readonly history: History;
  readonly contacts: Contacts;
  readonly logger: Logger;
  readonly publicUrl: string;
  readonly policy: Policy;
  readonly rateLimits: boolean;
};

const route = routesFor<SignedIn>();

export function requestRoutes(dependencies: Dependencies) {
  const { pool } = dependencies;
  return [
    route(endpoints.listPaymentRequests, async ({ member, query }) => {
      const requests = await listRequests(pool, member, query.state);
      return requests.map((request) => requestView(request, member, dependencies));
    }),
    route(endpoints.getPaymentRequest, async ({ member, params }) =>
      requestView(await findRequest(pool, member, params.id), member, dependencies),
    ),
    route(endpoints.requestMoney, ({ member, body, command }) => {
      assertKeyWallet(member, body.currency ?? 'USD');
      return requestMoney(dependencies, member, command, {
        recipientEmail: body.recipient_email ?? undefined,
        amount: readAmount(body.currency ?? 'USD', body.amount),
        note: body.note || undefined,
      });
    }),
    route(endpoints.payRequest, ({ member, params, command, shownSendFee: shownFee }) =>
      paying(member, (needsFactor) => payRequest(dependencies, member, params.id, command, { needsFactor, shownFee })),
    ),
    route(endpoints.declineRequest, ({ member, params }) => declineRequest(dependencies, member, params.id)),
    route(endpoints.cancelRequest, ({ member, params }) => cancelRequest(dependencies, member, params.id)),
    route(endpoints.remindOfRequest, ({ member, params }) => remindOfRequest(dependencies, member, params.id)),
    route(endpoints.sharePaymentLink, async ({ member, body }) => {
      assertKeyWallet(member, body.currency ?? 'USD');
      const given = body.amount ?? undefined;
      const amount = given === undefined ? undefined : readAmount(body.currency ?? 'USD', given);
      await sharePaymentLink(dependencies, member, { to: body.email, amount, note: body.note || undefined });
      return undefined;
    }),
  ];
}
