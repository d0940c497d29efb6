import { endpoints } from '@florin/contract';
import { amountOf, fiatCodes } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { limitsOf } from './outflow-limit.ts';

const route = routesFor<Member>();

export function walletRoutes({ pool, ledger }: { pool: Pool; ledger: Ledger }) {
  return [
    route(endpoints.listWallets, async ({ member }) => {
      const balances = await ledger.balancesOf(member.id);
      return fiatCodes.map((code) => {
        const found = balances.find((balance) => balance.asset === code);
        return {
          currency: code,
          ...moneyFields('balance', amountOf(code, found?.posted ?? 0n)),
          ...moneyFields('held', amountOf(code, found?.held ?? 0n)),
          ...moneyFields('available', amountOf(code, found?.available ?? 0n)),
        };
      });
    }),
    route(endpoints.getLimits, ({ member }) => limitsOf(pool, member)),
  ];
}
