import { randomFrom } from '../reliability/random.ts';
import type { Exchange, Fault } from './exchange.ts';
import type { Faults } from './faulty-wire.ts';

type Plan = {
  /** The same seed injects the same faults into the same order of requests. */
  readonly seed: string;
  /** The share of requests that fail, from 0 to 1. */
  readonly share: number | ((exchange: Exchange) => number);
  /** The faults to draw from, with equal chances. */
  readonly choices: readonly Fault[];
};

export type SeededFaults = Faults & { readonly met: ReadonlyMap<string, number> };

/** Returns random faults and counts how often each one occurred. */
export function seededFaults({ seed, share, choices }: Plan): SeededFaults {
  const random = randomFrom(seed);
  const met = new Map<string, number>();
  const faults = (exchange: Exchange): Fault | undefined => {
    const [chance, draw] = [random(), random()]; // always two draws per request, so that the sequence stays aligned
    if (chance >= (typeof share === 'number' ? share : share(exchange))) return undefined;
    const fault = choices[Math.floor(draw * choices.length)];
    if (fault) met.set(nameOf(fault), (met.get(nameOf(fault)) ?? 0) + 1);
    return fault;
  };
  return Object.assign(faults, { met });
}

function nameOf(fault: Fault): string {
  if (fault.fault === 'delay') return fault.fault;
  return `${fault.fault === 'error' ? fault.sqlState : fault.fault} ${fault.when}`;
}
