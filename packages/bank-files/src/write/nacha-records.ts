import { capitalName, capitals } from './characters.ts';
import type { NachaBatchHead, NachaFileHead, UsAccount } from './nacha-batch.ts';
import { assertDate } from './payment-rules.ts';
import { PaymentFileError } from './payment-file-error.ts';

const COLUMNS = 94;
const RECORDS_PER_BLOCK = 10;
/** Banks' programs expect DOS line ends. */
const LINE_END = '\r\n';
const PADDING = '9'.repeat(COLUMNS) + LINE_END;

/** Sums and counts that the control records contain. */
export class NachaTotals {
  count = 0;
  hash = 0n;
  debit = 0n;
  credit = 0n;
  records = 0;

  addEntry(routing: string, cents: bigint): void {
    this.count += 1;
    this.hash += BigInt(routing.slice(0, 8));
    if (cents < 0n) this.debit -= cents;
    else this.credit += cents;
  }

  fields(countWidth: number): string {
    return (
      number(this.count, countWidth, 'The number of entries') +
      number(this.hash % 10n ** 10n, 10, 'The entry hash') +
      number(this.debit, 12, 'The debit total in cents') +
      number(this.credit, 12, 'The credit total in cents')
    );
  }
}

export function fileHeader({ created, modifier, destination, origin }: NachaFileHead): string {
  const [, date = '', hour = '', minute = ''] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)/.exec(created) ?? [];
  if (date === '') throw new PaymentFileError(`"${created}" is not a time such as 2026-11-29T12:00.`);
  if (!/^[A-Z0-9]$/.test(modifier))
    throw new PaymentFileError(`The file id modifier "${modifier}" is not A to Z or 0 to 9.`);
  if (!/^[A-Za-z0-9]{9,10}$/.test(origin.id))
    throw new PaymentFileError(`The immediate origin "${origin.id}" does not have 9 or 10 digits.`);
  return record(
    `101 ${routingNumber(destination.routing, 'The bank that gets the file')}${origin.id.padStart(10)}` +
      `${yymmdd(date)}${hour}${minute}${modifier}094101` +
      text(capitalName(destination.name, 23, 'The name of the bank'), 23) +
      text(capitalName(origin.name, 23, 'The name of the sender'), 23) +
      text('', 8),
  );
}

export function batchHeader(head: NachaBatchHead, serviceClass: string, entryClass: string): string {
  const { company, effectiveDate, originatingRouting, number: batch } = head;
  return record(
    `5${serviceClass}${text(capitalName(company.name, 16, 'The name of the company'), 16)}${text(company.discretionary ?? '', 20)}` +
      `${companyId(company.id)}${entryClass}${text(capitalName(company.description, 10, 'The description'), 10)}` +
      `${text('', 6)}${yymmdd(effectiveDate)}   1${bankOf(originatingRouting)}${batchNumber(batch)}`,
  );
}

export function batchControl(head: NachaBatchHead, serviceClass: string, totals: NachaTotals): string {
  return record(
    `8${serviceClass}${totals.fields(6)}${companyId(head.company.id)}${text('', 25)}` +
      `${bankOf(head.originatingRouting)}${batchNumber(head.number)}`,
  );
}

/** The file's control record and the nines that fill its last block. `totals.records` counts all records before it. */
export function* fileControl(batches: number, totals: NachaTotals): Generator<string> {
  const records = totals.records + 1;
  const blocks = Math.ceil(records / RECORDS_PER_BLOCK);
  yield record(
    `9${number(batches, 6, 'The number of batches')}${number(blocks, 6, 'The number of blocks')}` +
      `${totals.fields(8)}${text('', 39)}`,
  );
  for (let padding = records; padding < blocks * RECORDS_PER_BLOCK; padding++) yield PADDING;
}

export function record(fields: string): string {
  if (fields.length !== COLUMNS || !/^[\x20-\x7e]*$/.test(fields))
    throw new PaymentFileError(`The record "${fields}" does not have 94 characters.`);
  return fields + LINE_END;
}

/** Returns a text in capital letters, cut or filled with blanks. */
export const text = (content: string, width: number): string => capitals(content).trim().slice(0, width).padEnd(width);

export function number(value: bigint | number, width: number, whose: string): string {
  const digits = value.toString();
  if (digits.length > width) throw new PaymentFileError(`${whose} is ${digits}, which has more than ${width} digits.`);
  return digits.padStart(width, '0');
}

/** Returns the trace number of an entry, from the entry's number within the sending bank. */
export const traceNumber = (originatingRouting: string, entry: number): string =>
  bankOf(originatingRouting) + number(entry, 7, 'The number of entries');

const bankOf = (routing: string): string => routingNumber(routing, 'The originating bank').slice(0, 8);

export function routingNumber(routing: string, whose: string): string {
  if (!/^\d{9}$/.test(routing)) throw new PaymentFileError(`${whose} needs a routing number of 9 digits.`);
  return routing;
}

export function accountNumber({ accountNumber: own }: UsAccount, whose: string): string {
  if (!/^[A-Za-z0-9-]{1,17}$/.test(own))
    throw new PaymentFileError(`${whose} needs an account number of at most 17 letters, digits and hyphens.`);
  return own.padEnd(17);
}

function companyId(id: string): string {
  if (!/^[\x21-\x7e]{1,10}$/.test(id))
    throw new PaymentFileError(`The company id "${id}" does not have 1 to 10 characters.`);
  return id.padEnd(10);
}

function batchNumber(value: number): string {
  if (!Number.isInteger(value) || value < 1) throw new PaymentFileError(`The batch number ${value} is not 1 or more.`);
  return number(value, 7, 'The batch number');
}

function yymmdd(date: string): string {
  assertDate(date);
  return date.slice(2).replaceAll('-', '');
}
