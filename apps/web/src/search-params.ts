import { candleRanges, type CandleRange } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';

// The query parameters of the screens. Unknown parameters are dropped without an error.

/**
 * Reads all values as strings. The router's default parses JSON, which changes the digits of a note like
 * `2026110000012345678`.
 */
export const plainSearch = {
  parseSearch: (search: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (values: Record<string, unknown>): string => {
    const present = Object.entries(values).filter(([, value]) => value !== undefined);
    return present.length === 0 ? '' : `?${new URLSearchParams(present.map(([name, value]) => [name, String(value)]))}`;
  },
};

type Given<Name extends string> = { [K in Name]?: unknown };

/**
 * Keeps only the parameters that `read` returns. The router merges a route's parsed search into the URL's parameters.
 * So dropped parameters, such as a back link to another site, must be set to undefined.
 */
export const onlyKnown =
  <Search extends object>(read: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });

const plans = ['personal', 'pro', 'business'] as const;

/** `/signup?plan=pro`, `/profile?plan=pro`: the chosen plan. */
export function planSearch(given: Given<'plan'>): { plan?: (typeof plans)[number] } {
  const plan = plans.find((each) => each === given.plan);
  return plan === undefined ? {} : { plan };
}

/** `/signup?email=jonas@example.com`: the invited address. */
export const emailSearch = ({ email }: Given<'email'>): { email?: string } =>
  typeof email === 'string' ? { email } : {};

const tabs = ['wallet', 'converter'] as const;

/** `/dashboard?tab=converter`, `/dashboard?tab=wallet&add=EUR`: the tab, and the wallet to add money to. */
export function dashboardSearch(given: Given<'tab' | 'add'>): { tab?: (typeof tabs)[number]; add?: FiatCode } {
  const tab = tabs.find((each) => each === given.tab);
  const add = fiatCodes.find((each) => each === given.add);
  return { ...(tab && { tab }), ...(add && { add }) };
}

/** `/send?to=jonas.weber@example.com&amount=25&currency=EUR&note=Lunch`: the form's initial values. */
export const sendSearch = ({ to, ...rest }: Given<'to' | 'amount' | 'currency' | 'note'>) => ({
  ...(typeof to === 'string' && { to }),
  ...requestedSearch(rest),
});

/**
 * `/pay/ines@example.com?amount=25&currency=EUR&note=Lunch`, or `?request=…` for a payment request. Keeps an unknown
 * currency, so the page can report it.
 */
export const paySearch = ({ request, currency, ...rest }: Given<'amount' | 'currency' | 'note' | 'request'>) => ({
  ...requestedSearch(rest),
  ...(typeof currency === 'string' && { currency }),
  ...(typeof request === 'string' && { request }),
});

/** The requested amount, currency and note of a link. Drops the amount if the currency is unknown. */
function requestedSearch({ amount, currency, note }: Given<'amount' | 'currency' | 'note'>) {
  const code = fiatCodes.find((each) => each === currency);
  const isKnown = currency === undefined || code !== undefined;
  return {
    ...(typeof amount === 'string' && isKnown && { amount }),
    ...(code !== undefined && { currency: code }),
    ...(typeof note === 'string' && { note }),
  };
}

/** `/login?back=/pay/…`: the path to open after signing in. Accepts only paths of this app. */
export const backSearch = ({ back }: Given<'back'>): { back?: string } =>
  typeof back === 'string' && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(back) ? { back } : {};

/** `/sell-crypto?coin=BTC`: the chosen coin. */
export const coinSearch = ({ coin }: Given<'coin'>): { coin?: string } => (typeof coin === 'string' ? { coin } : {});

/** `/crypto/BTC?range=1m`: the time range of the chart. */
export function rangeSearch({ range }: Given<'range'>): { range?: CandleRange } {
  const known = candleRanges.find((each) => each === range);
  return known === undefined ? {} : { range: known };
}
