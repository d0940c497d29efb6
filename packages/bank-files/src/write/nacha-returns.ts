import { centsOf } from './amounts.ts';
import { capitalName } from './characters.ts';
import type { NachaBatchHead, NachaFileHead, NachaPayout } from './nacha-batch.ts';
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
import { PaymentFileError } from './payment-file-error.ts';

/** A returned payout with its original trace number. */
export type ReturnedPayout = NachaPayout & {
  readonly trace: string;
  /** `R01` and so on. */
  readonly reason: string;
  readonly information?: string;
};

/** A bank's request to use other account details. */
export type ChangedAccount = NachaPayout & {
  readonly trace: string;
  /** `C01` and so on. */
  readonly code: string;
  readonly corrected: string;
};

export type NachaReturns = NachaFileHead &
  NachaBatchHead & {
    readonly returns: Iterable<ReturnedPayout>;
    readonly changes?: Iterable<ChangedAccount>;
  };

const returnCodes = { checking: '21', savings: '31' };
const CREDITS_AND_DEBITS = '200';

/** Writes a bank's file of returned payouts, record by record. The changes are a second batch. */
export function* writeNachaReturns(file: NachaReturns): Generator<string> {
  const total = new NachaTotals();
  yield fileHeader(file);
  total.records = 1;
  yield* batch(file, file.entryClass, returnEntries(file), total);
  if (!file.changes) return yield* fileControl(1, total);
  yield* batch({ ...file, number: file.number + 1 }, 'COR', changeEntries(file), total);
  return yield* fileControl(2, total);
}

type Written = {
  readonly payout: NachaPayout & { readonly trace: string };
  readonly cents: bigint;
  /** The type and code of the addenda record. */
  readonly addenda: string;
  readonly information: string;
};

function* returnEntries({ returns }: NachaReturns): Generator<Written> {
  for (const payout of returns) {
    const cents = centsOf(payout.amount, `The amount of payout ${payout.id}`);
    yield { payout, cents, addenda: `99${code(payout.reason, 'R')}`, information: payout.information ?? '' };
  }
}

function* changeEntries({ changes = [] }: NachaReturns): Generator<Written> {
  for (const payout of changes)
    yield { payout, cents: 0n, addenda: `98${code(payout.code, 'C')}`, information: payout.corrected };
}

function* batch(
  head: NachaBatchHead,
  entryClass: string,
  entries: Iterable<Written>,
  total: NachaTotals,
): Generator<string> {
  const totals = new NachaTotals();
  yield batchHeader(head, CREDITS_AND_DEBITS, entryClass);
  let index = 0;
  for (const entry of entries) yield* entryRecords(entry, traceNumber(head.originatingRouting, ++index), head, totals);
  yield batchControl(head, CREDITS_AND_DEBITS, totals);
  total.count += totals.count;
  total.hash += totals.hash;
  total.debit += totals.debit;
  total.credit += totals.credit;
  total.records += 2 + 2 * index;
}

/** The entry goes to the bank that sent the payout. The receiver's account number stays. */
function* entryRecords(entry: Written, trace: string, head: NachaBatchHead, totals: NachaTotals): Generator<string> {
  const { id, name, account, trace: original } = entry.payout;
  const routing = routingNumber(head.originatingRouting, 'The originating bank');
  if (!/^\d{15}$/.test(original)) throw new PaymentFileError(`Payout ${id} needs a trace number of 15 digits.`);
  totals.addEntry(routing, entry.cents);
  totals.count += 1;
  yield record(
    `6${returnCodes[account.type]}${routing}${accountNumber(account, `Payout ${id}`)}` +
      `${number(entry.cents, 10, `Payout ${id}: the amount in cents`)}${text(id, 15)}` +
      `${text(capitalName(name, 22, `Payout ${id}: the name`), 22)}  1${trace}`,
  );
  yield record(
    `7${entry.addenda}${original}${text('', 6)}${routingNumber(account.routing, `Payout ${id}`).slice(0, 8)}` +
      `${text(entry.information, 44)}${trace}`,
  );
}

function code(value: string, letter: string): string {
  if (value.startsWith(letter) && /^[A-Z]\d\d$/.test(value)) return value;
  throw new PaymentFileError(`"${value}" is not a code such as ${letter}01.`);
}
