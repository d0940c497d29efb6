import { registry } from '../src/platform/metrics/registry.ts';

/** A metric of this process, over all that has those labels. Tests share the process: compare before and after. */
export async function sample(name: string, labels: Record<string, string> = {}): Promise<number> {
  const text = await registry.metrics();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = text
    .split('\n')
    .filter((one) => /^[^{ ]+/.exec(one)?.[0] === name && wanted.every((label) => one.includes(label)));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
