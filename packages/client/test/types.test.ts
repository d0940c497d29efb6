import type * as contract from '@florin/contract';
import { expectTypeOf, test } from 'vitest';
import type * as client from '../src/index.ts';

type BodyOf<Name extends keyof contract.Endpoints> =
  contract.CallOf<contract.Endpoints[Name]> extends { body: infer Body } ? Body : never;
type QueryOf<Name extends keyof contract.Endpoints> = NonNullable<contract.QueryOf<contract.Endpoints[Name]>>;
type AnswerOf<Name extends keyof contract.Endpoints> = contract.AnswerOf<contract.Endpoints[Name]>;

/** The compiler compares these types (npm run check). */
test("the hand-written types of answers equal the contract's types", () => {
  expectTypeOf<client.Wallet[]>().toEqualTypeOf<AnswerOf<'listWallets'>>();
  expectTypeOf<client.Transaction>().toEqualTypeOf<AnswerOf<'sendMoney'>>();
  expectTypeOf<client.Transaction[]>().toEqualTypeOf<AnswerOf<'listTransactions'>>();
  expectTypeOf<client.PaymentRequest>().toEqualTypeOf<AnswerOf<'requestMoney'>>();
  expectTypeOf<client.TestClock>().toEqualTypeOf<AnswerOf<'advanceTestClock'>>();
  expectTypeOf<client.Invoice>().toEqualTypeOf<AnswerOf<'getInvoice'>>();
  expectTypeOf<client.Approval>().toEqualTypeOf<AnswerOf<'getApproval'>>();
  expectTypeOf<client.BatchPayout>().toEqualTypeOf<AnswerOf<'getBatchPayout'>>();
  expectTypeOf<client.DryRun>().toEqualTypeOf<contract.DryRun>();
  expectTypeOf<client.FlorinEvent[]>().toEqualTypeOf<AnswerOf<'listEvents'>['events']>();
});

test("the hand-written types of requests equal the contract's types", () => {
  expectTypeOf<client.SendOrder>().toEqualTypeOf<BodyOf<'sendMoney'>>();
  expectTypeOf<client.RequestOrder>().toEqualTypeOf<BodyOf<'requestMoney'>>();
  expectTypeOf<client.TransactionFilters>().toEqualTypeOf<Omit<QueryOf<'listTransactions'>, 'limit' | 'cursor'>>();
});
