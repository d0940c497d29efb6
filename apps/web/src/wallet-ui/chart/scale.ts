type Span = readonly [number, number];

/** From values to pixels, evenly. */
export type Scale = { (value: number): number; readonly invert: (pixels: number) => number };

export function scaleOf([low, high]: Span, [from, to]: Span): Scale {
  const pixelsPerUnit = (to - from) / (high - low);
  const scale = (value: number) => from + (value - low) * pixelsPerUnit;
  return Object.assign(scale, { invert: (pixels: number) => low + (pixels - from) / pixelsPerUnit });
}

/** A path straight from point to point, to a tenth of a pixel. Without points it is empty. */
export const pathThrough = (points: readonly Span[]): string =>
  points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${tenths(x)},${tenths(y)}`).join('');

/** What lies below that path, down to a height. */
export function areaUnder(points: readonly Span[], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${pathThrough(points)}L${tenths(last[0])},${tenths(bottom)}L${tenths(first[0])},${tenths(bottom)}Z`;
}

const tenths = (pixels: number) => Math.round(pixels * 10) / 10;
