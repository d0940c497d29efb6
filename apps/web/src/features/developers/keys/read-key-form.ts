import type { BodyOf, Endpoints, KeyScope } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import { serverNow } from '../../../api/server-time.ts';

export type KeyField =
  | 'name'
  | 'scopes'
  | 'payment'
  | 'day'
  | 'month'
  | 'recipients'
  | 'networks'
  | 'wallet'
  | 'expires';
export type KeyFaults = Partial<Record<KeyField, string>>;

export const emptyKey = {
  name: '',
  scopes: [] as readonly KeyScope[],
  payment: '',
  day: '',
  month: '',
  wallet: '',
  recipients: '',
  networks: '',
  /** Days from now. Empty for no expiry. */
  expires: '365',
  confirmed: false,
};
export type KeyDraft = typeof emptyKey;

/** Returns the faults of missing or unreadable fields, by field. Returns an empty object if the form can be sent. */
export function faultsOf({ name, scopes, confirmed, day, recipients }: KeyDraft): KeyFaults {
  const unreadable = listOf(recipients).find((each) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(each));
  return {
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(scopes.length === 0 && { scopes: 'Choose at least one scope.' }),
    ...(confirmed && maySend(scopes) && day.trim() === '' && { day: 'Enter a cap per day.' }),
    ...(unreadable !== undefined && { recipients: `${unreadable} is not an email address.` }),
  };
}

export const maySend = (scopes: readonly KeyScope[]) => scopes.includes('payments:write');

/** Reads entries that are separated by spaces, commas or lines. */
const listOf = (text: string): string[] => text.split(/[\s,;]+/).filter((entry) => entry !== '');

const dayMs = 86_400_000;

export function bodyOf(draft: KeyDraft): BodyOf<Endpoints['makeKey']> {
  const cap = (text: string) => (text.trim() === '' ? null : text.trim());
  const sends = maySend(draft.scopes);
  return {
    name: draft.name.trim(),
    scopes: [...draft.scopes],
    wallet: fiatCodes.find((code) => code === draft.wallet) ?? null,
    networks: listOf(draft.networks),
    expires_at: draft.expires === '' ? null : new Date(serverNow() + Number(draft.expires) * dayMs).toISOString(),
    ...(sends && {
      recipients: listOf(draft.recipients),
      caps: { payment: cap(draft.payment), day: cap(draft.day), month: cap(draft.month) },
      confirmed_payments: draft.confirmed,
    }),
  };
}

/** Returns the server's faults by the fields of the form. */
export function faultsFrom(fields: Readonly<Record<string, string>>): KeyFaults {
  const faults: KeyFaults = {};
  for (const [path, message] of Object.entries(fields)) {
    const field = places.find(([start]) => path.startsWith(start))?.[1];
    if (field !== undefined) faults[field] ??= field === 'networks' ? unreadableNetwork : message;
  }
  return faults;
}

const unreadableNetwork = 'Enter addresses such as 203.0.113.7 or networks such as 203.0.113.0/24.';

const places: readonly (readonly [string, KeyField])[] = [
  ['name', 'name'],
  ['scopes', 'scopes'],
  ['caps.payment', 'payment'],
  ['caps.month', 'month'],
  ['caps', 'day'],
  ['recipients', 'recipients'],
  ['networks', 'networks'],
  ['wallet', 'wallet'],
  ['expires_at', 'expires'],
];
