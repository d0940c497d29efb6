import { endpoints, type Policy } from '@florin/contract';
import { amountOf, fiatCodes, toDecimal, type FiatCode } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { owedBy } from '../receivables/index.ts';
import { limitsOf } from './outflow-limit.ts';

const route = routesFor<Member>();

const nothing: ReadonlyMap<FiatCode, bigint> = new Map();

export function walletRoutes({ pool, ledger, policy }: { pool: Pool; ledger: Ledger; policy: Policy }) {
  return [
    route(endpoints.listWallets, async ({ member }) => {
      const [balances, owed] = await Promise.all([
        ledger.balancesOf(member.id),
        member.restricted ? owedBy(pool, member.id) : nothing,
      ]);
      return fiatCodes.map((code) => {
        const found = balances.find((balance) => balance.asset === code);
        return {
          currency: code,
          ...moneyFields('balance', amountOf(code, found?.posted ?? 0n)),
          ...moneyFields('held', amountOf(code, found?.held ?? 0n)),
          ...moneyFields('available', amountOf(code, found?.available ?? 0n)),
          owed_exact: owed.has(code) ? toDecimal(amountOf(code, owed.get(code) ?? 0n)) : undefined,
        };
      });
    }),
    route(endpoints.getLimits, ({ member }) => limitsOf({ ledger, policy }, member)),
  ];
}
