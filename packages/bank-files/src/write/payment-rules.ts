import { PaymentFileError } from './payment-file-error.ts';

const MAXIMUM_ID = 35;
/** Banks must return ids unchanged, so invalid characters are an error. */
const allowedId = /^[A-Za-z0-9?:().,'+-][A-Za-z0-9/?:().,'+ -]*$/;

export function assertId(id: string, whose: string): void {
  if (id.length > MAXIMUM_ID)
    throw new PaymentFileError(`${whose}, "${id.slice(0, 60)}", is longer than 35 characters.`);
  if (!allowedId.test(id) || id.includes('//') || /[/ ]$/.test(id))
    throw new PaymentFileError(`${whose}, "${id}", has characters that banks do not pass on.`);
}

export function assertUnique(ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new PaymentFileError(`The batch has payout ${id} twice.`);
    seen.add(id);
  }
}

export function assertDate(date: string): void {
  if (!isDate(date)) throw new PaymentFileError(`"${date}" is not a date such as 2026-11-30.`);
}

export function assertTime(time: string): void {
  const [, date = '', clock] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)?$/.exec(time) ?? [];
  if (!isDate(date) || clock === undefined || Number.isNaN(Date.parse(time)))
    throw new PaymentFileError(`"${time}" is not a time such as 2026-11-29T12:00:00Z.`);
}

function isDate(date: string): boolean {
  const time = Date.parse(date);
  return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
