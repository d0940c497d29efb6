import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import type { Vault } from '../../platform/vault.ts';
import type { SignedIn } from '../identity/index.ts';
import type { WorthOf } from '../proposals/index.ts';
import { readAmount, type Outflows } from '../wallets/index.ts';
import { addFunds, type FundingDependencies } from './add-funds.ts';
import { methodView, usdBalanceMethod } from './method.ts';
import { addBankAccount } from './bank-account.ts';
import type { BeforeCapture } from './cards/card-progress.ts';
import type { Finish } from './cards/check-payment.ts';
import { cardRoutes } from './cards/routes.ts';
import { bankOrderRoutes } from './operators/routes.ts';
import { withdraw } from './withdraw.ts';
import { addMethod, keepMethod, listMethods, makeDefault, removeMethod } from './method-store.ts';

const route = routesFor<SignedIn>();

type Dependencies = FundingDependencies &
  Finish & {
    readonly beforeCapture: BeforeCapture;
    readonly outflows: Outflows;
    readonly worthOf: WorthOf;
    readonly payoutMethodWaitHours: number;
    readonly vault: Vault;
    readonly digestOf: KeyedDigest;
  };

export function fundingRoutes(dependencies: Dependencies) {
  const { pool } = dependencies;
  return [
    route(endpoints.listPaymentMethods, async ({ member }) => {
      const methods = await listMethods(pool, member.id);
      return [...methods.map(methodView), usdBalanceMethod(!methods.some((method) => method.is_default))];
    }),
    route(endpoints.addPaymentMethod, async ({ member, body }) =>
      methodView(await addByToken(dependencies, member, body.token)),
    ),
    route(endpoints.addBankAccount, async ({ member, body }) =>
      methodView(await addBankAccount(dependencies, member, body)),
    ),
    route(endpoints.changePaymentMethod, async ({ member, params }) =>
      methodView(await makeDefault(pool, member.id, params.id)),
    ),
    route(endpoints.keepPaymentMethod, async ({ member, params }) =>
      methodView(await keepMethod(pool, member, params.id)),
    ),
    route(endpoints.removePaymentMethod, async ({ member, params }) => {
      await removeMethod(pool, member.id, params.id);
      return undefined;
    }),
    route(endpoints.addFunds, ({ member, command, body }) =>
      addFunds(dependencies, member, command, {
        amount: readAmount(body.currency ?? 'USD', body.amount),
        methodId: body.payment_method_id,
      }),
    ),
    route(endpoints.withdraw, ({ member, command, body }) =>
      withdraw(dependencies, member, command, {
        amount: readAmount(body.currency ?? 'USD', body.amount),
        methodId: body.payment_method_id,
      }),
    ),
    ...cardRoutes(dependencies),
    ...bankOrderRoutes(dependencies),
  ];
}

async function addByToken(dependencies: Dependencies, member: SignedIn, token: string) {
  const described = await dependencies.rail.describe(token);
  if (!described)
    throw new Refusal('payment_method_unknown_token', 'The payment provider does not recognize this token.', {
      fields: { token: 'The payment provider does not recognize this token.' },
    });
  return addMethod(dependencies, member, token, described);
}
