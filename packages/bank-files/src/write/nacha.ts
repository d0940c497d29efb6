import { centsOf } from './amounts.ts';
import { capitalName, capitals } from './characters.ts';
import type { NachaBatch, NachaPayout, UsAccount } from './nacha-batch.ts';
import {
  accountNumber,
  batchControl,
  batchHeader,
  fileControl,
  fileHeader,
  NachaTotals,
  number,
  record,
  routingNumber,
  text,
  traceNumber,
} from './nacha-records.ts';
import { assertUnique } from './payment-rules.ts';
import { PaymentFileError } from './payment-file-error.ts';

const CREDITS_ONLY = '220';
const CREDITS_AND_DEBITS = '200';
const creditCodes = { checking: '22', savings: '32' };
const debitCodes = { checking: '27', savings: '37' };
const MAXIMUM_REMITTANCE = 80;

/** Writes a file of credits to accounts in the United States. The same batch gives the same text. */
export const writeNacha = (batch: NachaBatch): string => [...records(batch)].join('');

function* records(batch: NachaBatch): Generator<string> {
  const { payouts, offset, originatingRouting, entryClass } = batch;
  if (payouts.length === 0) throw new PaymentFileError('The batch has no payouts.');
  assertUnique(payouts.map((payout) => payout.id));
  const totals = new NachaTotals();
  const serviceClass = offset ? CREDITS_AND_DEBITS : CREDITS_ONLY;
  yield fileHeader(batch);
  yield batchHeader(batch, serviceClass, entryClass);
  totals.records = 2;
  let last = 0;
  for (const payout of payouts) {
    const number = payout.entry ?? last + 1;
    if (number <= last) throw new PaymentFileError(`Payout ${payout.id}: the trace numbers of a batch must rise.`);
    last = number;
    yield* payoutRecords(payout, traceNumber(originatingRouting, number), totals);
  }
  if (offset) {
    const entry = { account: offset, name: offset.name, id: '', cents: -totals.credit };
    yield entryRecord(entry, traceNumber(originatingRouting, last + 1), false, totals);
  }
  yield batchControl(batch, serviceClass, totals);
  totals.records += 1;
  yield* fileControl(1, totals);
}

function* payoutRecords(payout: NachaPayout, trace: string, totals: NachaTotals): Generator<string> {
  const { id, account, name } = payout;
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,13}[\x21-\x7e])?$/.test(id) || id !== id.toUpperCase())
    throw new PaymentFileError(
      `The id of payout "${id.slice(0, 60)}" does not have 1 to 15 capital letters and digits.`,
    );
  const remittance = capitals(payout.remittance ?? '')
    .trim()
    .slice(0, MAXIMUM_REMITTANCE);
  const cents = centsOf(payout.amount, `The amount of payout ${id}`);
  yield entryRecord({ account, name, id, cents }, trace, remittance !== '', totals);
  if (remittance === '') return;
  totals.count += 1;
  totals.records += 1;
  yield record(`705${text(remittance, MAXIMUM_REMITTANCE)}0001${trace.slice(-7)}`);
}

type WrittenEntry = {
  readonly account: UsAccount;
  readonly name: string;
  readonly id: string;
  /** Positive for a credit. */
  readonly cents: bigint;
};

function entryRecord(entry: WrittenEntry, trace: string, hasAddenda: boolean, totals: NachaTotals): string {
  const { account, name, id, cents } = entry;
  const whose = id === '' ? 'The offset entry' : `Payout ${id}`;
  const routing = routingNumber(account.routing, whose);
  totals.addEntry(routing, cents);
  totals.records += 1;
  const code = (cents < 0n ? debitCodes : creditCodes)[account.type];
  const amount = number(cents < 0n ? -cents : cents, 10, `${whose}: the amount in cents`);
  return record(
    `6${code}${routing}${accountNumber(account, whose)}${amount}${id.padEnd(15)}` +
      `${text(capitalName(name, 22, `${whose}: the name`), 22)}  ${hasAddenda ? '1' : '0'}${trace}`,
  );
}
