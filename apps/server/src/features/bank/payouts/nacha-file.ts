import { PaymentFileError, writeNacha } from '@florin/bank-files';
import { toDecimal } from '@florin/money';
import type { FileOfBatch, ReceivedPayout } from './file-of-batch.ts';
import { amountOfPayable } from './payable.ts';
import { nachaReference } from './payout-ids.ts';

/** Distinguish the files of one day. */
const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const batchNumbers = 9_999_999n;

/**
 * Returns a NACHA file of credits. All are PPD, because members are persons. The times are in the time zone of the US
 * East Coast, like the network's times. Errors: `PaymentFileError` with the reason.
 */
export function nachaFile({ id, number = 1n, account, at }: FileOfBatch, payouts: readonly ReceivedPayout[]): string {
  const { nacha, holder, bank } = account;
  if (!nacha) throw new PaymentFileError(`The account ${account.id} has no nacha in FLORIN_CONFIG.`);
  const created = newYorkTime(at);
  const origin = { id: nacha.immediate_origin, name: nacha.immediate_origin_name ?? holder };
  const destination = { routing: nacha.immediate_destination, name: nacha.immediate_destination_name ?? bank };
  return writeNacha({
    created,
    modifier: modifiers.charAt(Number(number % BigInt(modifiers.length))),
    destination,
    origin,
    company: {
      name: nacha.company_name,
      id: nacha.company_id,
      description: nacha.entry_description ?? 'PAYOUT',
      discretionary: nachaReference('B', id),
    },
    entryClass: 'PPD',
    effectiveDate: nextWeekday(created.slice(0, 10)),
    originatingRouting: nacha.odfi_routing,
    number: Number(((number - 1n) % batchNumbers) + 1n),
    payouts: payouts.toSorted((a, b) => (a.entry ?? 0) - (b.entry ?? 0)).map(entryOf),
    offset: nacha.balanced ? offsetOf(account) : null,
  });
}

function entryOf({ id, entry, pays, receiver }: ReceivedPayout) {
  const { name, account } = receiver;
  if (account.kind !== 'us') throw new PaymentFileError(`${name} has no bank account in the United States.`);
  const { routing, accountNumber, type = 'checking' } = account;
  return {
    id: nachaReference('P', id),
    ...(entry === undefined ? {} : { entry }),
    amount: toDecimal(amountOfPayable(pays)),
    name,
    account: { routing, accountNumber, type },
  };
}

function offsetOf({ holder, routing_number, account_number, nacha }: FileOfBatch['account']) {
  return {
    routing: routing_number?.replace(/\D/g, '') ?? '',
    accountNumber: account_number?.replace(/[^\dA-Za-z-]/g, '') ?? '',
    type: nacha?.account_type ?? 'checking',
    name: holder,
  } as const;
}

/** Returns `2026-11-29T07:00`. */
const newYorkTime = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T');

/** Returns the next day that is no Saturday or Sunday. The network moves payments on holidays by itself. */
function nextWeekday(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (day.getUTCDay() % 6 === 0);
  return day.toISOString().slice(0, 10);
}
