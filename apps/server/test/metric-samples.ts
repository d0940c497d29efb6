import { registry } from '../src/platform/metrics/registry.ts';

/**
 * Returns a metric of this process, summed over all series with these labels. Tests share the process, so compare
 * before and after.
 */
export async function sample(name: string, labels: Record<string, string> = {}): Promise<number> {
  const text = await registry.metrics();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = text
    .split('\n')
    .filter((one) => /^[^{ ]+/.exec(one)?.[0] === name && wanted.every((label) => one.includes(label)));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
