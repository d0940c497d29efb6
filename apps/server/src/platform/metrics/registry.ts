import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process counts and measures. There is one, as there is one process: whoever has something to count makes an
 * instrument here by name, and nothing has to be handed through. A test keeps docs/operate/monitoring.md complete.
 */
export const registry = new Registry();

const registers = [registry];

export const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Counter<Label>({ name, help, labelNames, registers });

export const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Gauge<Label>({ name, help, labelNames, registers });

/** @param buckets upper bounds, rising */
export const histogram = <Label extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly Label[] = [],
) => new Histogram<Label>({ name, help, labelNames, buckets, registers });

/** From a quick read to what nobody waits for. */
export const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** For how many travel together. */
export const countBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];
