import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The metrics of this process. Code that measures something creates its metric here, so that no registry is passed
 * around. A test keeps the list in docs/operate/monitoring.md complete.
 */
export const registry = new Registry();

const registers = [registry];

export const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Counter<Label>({ name, help, labelNames, registers });

export const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Gauge<Label>({ name, help, labelNames, registers });

/** @param buckets upper bounds in ascending order */
export const histogram = <Label extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly Label[] = [],
) => new Histogram<Label>({ name, help, labelNames, buckets, registers });

/** Buckets for durations, from fast reads to background work. */
export const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Buckets for batch sizes. */
export const countBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];
