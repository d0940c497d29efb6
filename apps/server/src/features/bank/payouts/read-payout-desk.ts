import type { PayoutDesk } from '@florin/contract';
import { toDecimal } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import { idOfHold } from '../../activity/index.ts';
import { withdrawalsByFile, type BankOrder } from '../../funding/index.ts';
import { heldNames, memberSubject, payerSubject } from '../../screening/index.ts';
import { openChanges } from './account-changes.ts';
import { listBatches } from './batch-store.ts';
import type { PayoutDependencies } from './make-batch.ts';
import { idOfReturn, payerReturns, returnsInBatches } from './payer-returns.ts';
import { missingFor, schemesOf } from './schemes.ts';

const maxReady = 500;

/** Returns the withdrawals and returns to payers that wait for a batch, and the newest batches. */
export async function readPayoutDesk(
  { pool, ledgers, ledger, operatorAccounts, callBackSeconds }: PayoutDependencies,
  reader: string,
): Promise<PayoutDesk> {
  const [orders, returns, batches, changes] = await Promise.all([
    withdrawalsByFile({ pool, ledgers, ledger }, { callBackSeconds }),
    readyReturns(pool),
    listBatches(pool, reader),
    openChanges({ pool, ledger }),
  ]);
  return {
    accounts: operatorAccounts.map((account) => ({
      id: account.id,
      currency: account.currency,
      schemes: [...schemesOf(account)],
      missing: missingFor(account),
    })),
    ready: [...returns, ...(await readyPayouts(pool, orders, reader))].slice(0, maxReady),
    batches,
    changes,
  };
}

async function readyReturns(pool: Pool): Promise<PayoutDesk['ready']> {
  const returns = await payerReturns(pool);
  const lines = returns.map(({ line }) => line);
  const [inBatches, listed] = await Promise.all([
    returnsInBatches(pool, lines),
    heldNames(pool, lines.map(payerSubject)),
  ]);
  return returns
    .filter(({ line }) => !inBatches.has(line))
    .map(({ line, account, amount, payer, payerNumber, since }) => ({
      id: idOfReturn(line),
      kind: 'return_to_payer',
      user_id: null,
      name: payer,
      email: null,
      account,
      method: payerNumber,
      amount_exact: toDecimal(amount),
      currency: amount.asset,
      asked_at: since.toISOString(),
      signs: ['Returns to its payer', ...(listed.has(payerSubject(line)) ? ['Sanctions list'] : [])],
      on_list: listed.has(payerSubject(line)),
    }));
}

type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly frozen: boolean;
  readonly owing: boolean;
};

async function readyPayouts(pool: Pool, orders: readonly BankOrder[], reader: string): Promise<PayoutDesk['ready']> {
  const [inBatches, people, listed] = await Promise.all([
    holdsInBatches(pool, orders),
    peopleOf(pool, orders),
    heldNames(
      pool,
      orders.map(({ userId }) => memberSubject(userId)),
    ),
  ]);
  return orders
    .filter(({ hold }) => !inBatches.has(hold))
    .flatMap(({ hold, userId, label, amount, startedAt }) => {
      const person = people.get(userId);
      if (!person) return [];
      const isListed = listed.has(memberSubject(userId));
      return {
        id: idOfHold(hold),
        kind: 'withdrawal' as const,
        user_id: userId,
        name: person.name,
        email: person.email,
        account: null,
        method: label,
        amount_exact: toDecimal(amount),
        currency: amount.asset,
        asked_at: startedAt.toISOString(),
        signs: [
          ...(userId === reader ? ['Your own'] : []),
          ...(person.frozen ? ['Frozen'] : []),
          ...(person.owing ? ['Owes money'] : []),
          ...(isListed ? ['Sanctions list'] : []),
        ],
        on_list: isListed,
      };
    });
}

async function holdsInBatches(pool: Pool, orders: readonly BankOrder[]): Promise<ReadonlySet<bigint>> {
  const { rows } = await pool.query<{ hold: bigint }>(
    `select hold from payouts where hold = any ($1) and state <> 'dropped'`,
    [orders.map(({ hold }) => hold)],
  );
  return new Set(rows.map(({ hold }) => hold));
}

async function peopleOf(pool: Pool, orders: readonly BankOrder[]): Promise<ReadonlyMap<string, Person>> {
  const { rows } = await pool.query<Person>(
    'select id, name, email, disabled_at is not null as frozen, restricted_at is not null as owing from people where id = any ($1)',
    [[...new Set(orders.map(({ userId }) => userId))]],
  );
  return new Map(rows.map((person) => [person.id, person]));
}
