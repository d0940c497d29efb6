/** How far a price may be from the last accepted one, as share of the lower of the two, before it is doubted. */
type Bound = { readonly usual: number; readonly widest: number; readonly fromSheet: number };

const free: Bound = { usual: 0.25, widest: 1, fromSheet: 19 };
const pegged: Bound = { usual: 0.02, widest: 0.1, fromSheet: 0.1 };

/** For so long the usual bound holds; after it the bound widens with the square root of time, as prices wander. */
const usualSeconds = 5 * 60;

type Last = { readonly usdPerCoin: string; readonly at: Date; readonly kind: string };

/** Whether a price is so near the last accepted one that it is believed at once. */
export function isNear(
  last: Last,
  next: { readonly usdPerCoin: string; readonly at: Date },
  isPegged: boolean,
): boolean {
  const bound = isPegged ? pegged : free;
  const seconds = (next.at.getTime() - last.at.getTime()) / 1000;
  const wandered = bound.usual * Math.sqrt(Math.max(1, seconds / usualSeconds));
  const allowed = last.kind === 'reference' ? bound.fromSheet : Math.min(wandered, bound.widest);
  return distance(last.usdPerCoin, next.usdPerCoin) <= allowed;
}

/** Whether two prices that are both doubted say the same. */
export const isAgreed = (one: string, other: string, isPegged: boolean) =>
  distance(one, other) <= (isPegged ? pegged : free).usual;

/** The same upwards and downwards: a fall to four fifths is as far as a rise by a quarter. */
function distance(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  return Math.max(a, b) / Math.min(a, b) - 1;
}
