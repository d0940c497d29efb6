type Span = readonly [number, number];

/** Converts values to pixels linearly. `invert` converts back. */
export type Scale = { (value: number): number; readonly invert: (pixels: number) => number };

export function scaleOf([low, high]: Span, [from, to]: Span): Scale {
  const pixelsPerUnit = (to - from) / (high - low);
  const scale = (value: number) => from + (value - low) * pixelsPerUnit;
  return Object.assign(scale, { invert: (pixels: number) => low + (pixels - from) / pixelsPerUnit });
}

/** Returns an SVG path of straight lines, rounded to a tenth of a pixel. Empty without points. */
export const pathThrough = (points: readonly Span[]): string =>
  points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${tenths(x)},${tenths(y)}`).join('');

/** Returns an SVG path of the area between the points and `bottom`. Empty without points. */
export function areaUnder(points: readonly Span[], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${pathThrough(points)}L${tenths(last[0])},${tenths(bottom)}L${tenths(first[0])},${tenths(bottom)}Z`;
}

const tenths = (pixels: number) => Math.round(pixels * 10) / 10;
