/** The maximum change from the last accepted price before a price is doubted, as a share of the lower price. */
type Bound = { readonly usual: number; readonly widest: number; readonly fromSheet: number };

const free: Bound = { usual: 0.25, widest: 1, fromSheet: 19 };
const pegged: Bound = { usual: 0.02, widest: 0.1, fromSheet: 0.1 };

/** Within this time the usual bound applies. Afterwards it grows with the square root of time, as random walks do. */
const usualSeconds = 5 * 60;

type Last = { readonly usdPerCoin: string; readonly at: Date; readonly kind: string };

/** Is the price close enough to the last accepted one to be accepted immediately? */
export function isNear(
  last: Last,
  next: { readonly usdPerCoin: string; readonly at: Date },
  isPegged: boolean,
): boolean {
  const bound = isPegged ? pegged : free;
  const seconds = (next.at.getTime() - last.at.getTime()) / 1000;
  const widened = bound.usual * Math.sqrt(Math.max(1, seconds / usualSeconds));
  const allowed = last.kind === 'reference' ? bound.fromSheet : Math.min(widened, bound.widest);
  return distance(last.usdPerCoin, next.usdPerCoin) <= allowed;
}

/** Do two doubted prices agree? */
export const isAgreed = (one: string, other: string, isPegged: boolean) =>
  distance(one, other) <= (isPegged ? pegged : free).usual;

/** The distance is symmetric: a fall to four fifths equals a rise by a quarter. */
function distance(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  return Math.max(a, b) / Math.min(a, b) - 1;
}
