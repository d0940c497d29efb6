import { registry } from '../src/platform/metrics/registry.ts';

/** What a metric of this process is now, with those labels. Tests share the process: compare before and after. */
export async function sample(name: string, labels: Record<string, string> = {}): Promise<number> {
  const text = await registry.metrics();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((one) => /^[^{ ]+/.exec(one)?.[0] === name && wanted.every((label) => one.includes(label)));
  return Number(line?.split(' ').at(-1) ?? 0);
}
