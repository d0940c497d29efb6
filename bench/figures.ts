import { loadavg } from 'node:os';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Returns the median and the range of the rounds, for example `1.42 (1.31 to 1.50)`. */
export const spread = (values: readonly number[], digits = 2): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;

export const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
