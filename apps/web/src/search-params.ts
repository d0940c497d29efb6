import { candleRanges, type CandleRange } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';

// What the addresses of the screens may carry. Anything else is left out, not refused.

/**
 * Values are texts, as they are written. The router's own reading takes what it can for JSON, and a note such as
 * `2026110000012345678` for a number that ends otherwise.
 */
export const plainSearch = {
  parseSearch: (search: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (values: Record<string, unknown>): string => {
    const there = Object.entries(values).filter(([, value]) => value !== undefined);
    return there.length === 0 ? '' : `?${new URLSearchParams(there.map(([name, value]) => [name, String(value)]))}`;
  },
};

type Given<Name extends string> = { [K in Name]?: unknown };

/**
 * Leaves nothing in but what `read` gives. The router lays a route's own reading over what the address holds, so that
 * what was left out, such as a way back to another site, would still be there.
 */
export const nothingBut =
  <Search extends object>(read: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });

const plans = ['personal', 'pro', 'business'] as const;

/** `/signup?plan=pro`, `/profile?plan=pro`: the plan that was chosen. */
export function planSearch(given: Given<'plan'>): { plan?: (typeof plans)[number] } {
  const plan = plans.find((each) => each === given.plan);
  return plan === undefined ? {} : { plan };
}

/** `/signup?email=jonas@example.com`: the address that an invitation was mailed to. */
export const emailSearch = ({ email }: Given<'email'>): { email?: string } =>
  typeof email === 'string' ? { email } : {};

const tabs = ['wallet', 'converter'] as const;

/** `/dashboard?tab=converter`, `/dashboard?tab=wallet&add=EUR`: the tab, and the wallet that money is to be added to. */
export function dashboardSearch(given: Given<'tab' | 'add'>): { tab?: (typeof tabs)[number]; add?: FiatCode } {
  const tab = tabs.find((each) => each === given.tab);
  const add = fiatCodes.find((each) => each === given.add);
  return { ...(tab && { tab }), ...(add && { add }) };
}

/** `/send?to=jonas.weber@example.com&amount=25&currency=EUR&note=Lunch`: what the form starts with. */
export const sendSearch = ({ to, ...rest }: Given<'to' | 'amount' | 'currency' | 'note'>) => ({
  ...(typeof to === 'string' && { to }),
  ...askedSearch(rest),
});

/**
 * `/pay/ines@example.com?amount=25&currency=EUR&note=Lunch`, or `?request=…` for a request that was made. The currency
 * stays as it is written: one that is not known makes the amount another, and the page says so.
 */
export const paySearch = ({ request, currency, ...rest }: Given<'amount' | 'currency' | 'note' | 'request'>) => ({
  ...askedSearch(rest),
  ...(typeof currency === 'string' && { currency }),
  ...(typeof request === 'string' && { request }),
});

/** What somebody asks for in a link. An amount in a currency that is not known is no amount. */
function askedSearch({ amount, currency, note }: Given<'amount' | 'currency' | 'note'>) {
  const code = fiatCodes.find((each) => each === currency);
  const isKnown = currency === undefined || code !== undefined;
  return {
    ...(typeof amount === 'string' && isKnown && { amount }),
    ...(code !== undefined && { currency: code }),
    ...(typeof note === 'string' && { note }),
  };
}

/** `/login?back=/pay/…`: where to go on after signing in. Only to a screen of this app. */
export const backSearch = ({ back }: Given<'back'>): { back?: string } =>
  typeof back === 'string' && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(back) ? { back } : {};

/** `/sell-crypto?coin=BTC`: the chosen coin. */
export const coinSearch = ({ coin }: Given<'coin'>): { coin?: string } => (typeof coin === 'string' ? { coin } : {});

/** `/crypto/BTC?range=1m`: how far back the chart goes. */
export function rangeSearch({ range }: Given<'range'>): { range?: CandleRange } {
  const known = candleRanges.find((each) => each === range);
  return known === undefined ? {} : { range: known };
}
