import fc from 'fast-check';
import type { PaymentAccount, PaymentBatch, PaymentScheme, Payout } from '../src/write/payment-batch.ts';
import { amountText, cents, ids, names, texts } from './writable.ts';

export const german = { kind: 'iban', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFF' } as const;
export const british = { kind: 'uk', sortCode: '20-29-59', accountNumber: '63748472' } as const;
export const american = { kind: 'us', routing: '021000021', accountNumber: '12345-678' } as const;
const swift: PaymentAccount = { kind: 'other', accountNumber: '1234567890', bic: 'CHASUS33XXX' };
const accounts: Readonly<Record<PaymentScheme, PaymentAccount>> = {
  sepa: { kind: 'iban', iban: 'FR1420041010050500013M02606' },
  'sepa-instant': german,
  'gbp-domestic': british,
  'usd-cross-border': swift,
};
/** Each kind of account that a scheme can pay to. */
const payees: readonly (readonly [PaymentScheme, PaymentAccount])[] = [
  ['sepa', accounts.sepa],
  ['sepa-instant', german],
  ['gbp-domestic', british],
  ['usd-cross-border', swift],
  ['usd-cross-border', american],
];
export const berlin = { street: 'Straße', building: '5a', postalCode: '10115', town: 'Köln', country: 'DE' };

/** A batch with one payout. */
export function batchOf(
  scheme: PaymentScheme,
  changes: Partial<PaymentBatch> = {},
  payout: Partial<Payout> = {},
): PaymentBatch {
  const creditor = { name: 'Łukasz Żółć', address: berlin };
  return {
    id: 'BATCH-1',
    scheme,
    created: '2026-11-29T12:00:00Z',
    executionDate: '2026-11-30',
    bookAsBatch: true,
    debtor: { name: 'Florin & Co. KG' },
    debtorAccount: german,
    payouts: [{ id: 'PAYOUT-1', amount: '12.5', creditor, account: accounts[scheme], remittance: 'Zażółć', ...payout }],
    ...changes,
  };
}

const partyOf = fc.record({
  name: names,
  address: fc.option(
    fc.record({
      street: fc.option(texts),
      building: fc.option(texts),
      postalCode: fc.option(texts),
      town: names,
      country: fc.constant('PL'),
    }),
  ),
});

const payoutOf = fc.record({ creditor: partyOf, value: cents, remittance: fc.option(texts) });

/** Batches of every scheme, with names in every script. */
export const randomBatches: fc.Arbitrary<PaymentBatch> = fc
  .record({
    payee: fc.constantFrom(...payees),
    debtor: partyOf,
    debtorAccount: fc.constantFrom(german, british, american),
    list: fc.array(payoutOf, { minLength: 1 }),
    bookAsBatch: fc.boolean(),
  })
  .map(({ payee: [scheme, account], list, ...more }) =>
    batchOf(scheme, {
      ...more,
      payouts: list.map(({ creditor, value, remittance }, index) => ({
        id: ids('P')(index),
        amount: amountText(value),
        creditor: { ...creditor, address: creditor.address ?? berlin },
        account,
        remittance,
      })),
    }),
  );
