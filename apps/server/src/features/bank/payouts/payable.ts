import type { PaymentAccount } from '@florin/bank-files';
import type { Amount, FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import { accountNumberOf, withdrawalsByFile, type AccountNumber, type BankOrder } from '../../funding/index.ts';
import { notPossible } from './not-possible.ts';
import { payerReturns, type PayerReturn } from './payer-returns.ts';

/** The money of a payout: a member's withdrawal, or unallocated money that goes back to its payer. */
export type Payable =
  | { readonly kind: 'withdrawal'; readonly order: BankOrder }
  | { readonly kind: 'return'; readonly back: PayerReturn };

/** A payable with the id of its payout. */
export type OrderedPayout = {
  readonly id: string;
  readonly pays: Payable;
  /** The end of the payable's trace number in a NACHA file. Undefined before the batch is stored. */
  readonly entry?: number | undefined;
};

export const amountOfPayable = (pays: Payable): Amount<FiatCode> =>
  pays.kind === 'withdrawal' ? pays.order.amount : pays.back.amount;

/** Returns the open withdrawals with these holds, and the open returns of these lines. */
export async function openPayables(
  dependencies: Parameters<typeof withdrawalsByFile>[0],
  { holds, lines, callBackSeconds }: { holds: readonly bigint[]; lines: readonly bigint[]; callBackSeconds: number },
): Promise<Payable[]> {
  const [orders, returns] = await Promise.all([
    holds.length === 0 ? [] : withdrawalsByFile(dependencies, { callBackSeconds, holds }),
    lines.length === 0 ? [] : payerReturns(dependencies.pool, lines),
  ]);
  return [
    ...orders.map((order) => ({ kind: 'withdrawal', order }) as const),
    ...returns.map((back) => ({ kind: 'return', back }) as const),
  ];
}

/** An account in the form of a payment file. Only NACHA files distinguish checking from savings accounts. */
export type ReceiverAccount = PaymentAccount & { readonly type?: 'checking' | 'savings' };

/** The receiver of a payment. */
export type Receiver = { readonly name: string; readonly account: ReceiverAccount; readonly remittance: string };

/** Returns the receivers of payouts, in their order. Errors: `batch_not_possible`. */
export async function receiversOf(
  dependencies: { readonly pool: Pool; readonly vault: Vault },
  payouts: readonly OrderedPayout[],
): Promise<Receiver[]> {
  const members = payouts.flatMap(({ pays }) => (pays.kind === 'withdrawal' ? [pays.order.userId] : []));
  const names = await namesOf(dependencies.pool, members);
  const receivers: Receiver[] = [];
  for (const { id, pays } of payouts) receivers.push(await receiverOf(dependencies, names, { id, pays }));
  return receivers;
}

async function receiverOf(
  dependencies: { readonly pool: Pool; readonly vault: Vault },
  names: ReadonlyMap<string, string>,
  { id, pays }: OrderedPayout,
): Promise<Receiver> {
  const number = id.replaceAll('-', '').slice(0, 12);
  if (pays.kind === 'return') {
    const { payer: name, payerAccount: account } = pays.back;
    return { name, account, remittance: `Return of your payment ${number}` };
  }
  const { userId, methodId } = pays.order;
  const account = await accountNumberOf(dependencies, userId, methodId);
  const name = names.get(userId);
  if (!account || name === undefined) throw notPossible('The bank account of a withdrawal was removed.');
  return { name, account: paymentAccountOf(account), remittance: `Withdrawal ${number}` };
}

async function namesOf(pool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; name: string }>('select id, name from people where id = any ($1)', [
    ids,
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function paymentAccountOf(number: AccountNumber): ReceiverAccount {
  switch (number.kind) {
    case 'iban':
      return { kind: 'iban', iban: number.iban };
    case 'uk':
      return { kind: 'uk', sortCode: number.sortCode, accountNumber: number.accountNumber };
    case 'us':
      return { kind: 'us', routing: number.routing, accountNumber: number.accountNumber, type: number.type };
  }
}
