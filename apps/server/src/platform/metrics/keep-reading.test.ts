import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { sample } from '../../../test/metric-samples.ts';
import { keepReading } from './keep-reading.ts';

const logger = pino({ level: 'silent' });
const readAt = (reading: string) => sample('florin_reading_timestamp_seconds', { reading });

describe('keepReading', () => {
  test('keepReading reads immediately, then repeatedly, and reports the time of the last reading', async () => {
    let reads = 0;
    const reading = keepReading({ name: 'a-test', everySeconds: 0.01, read: async () => void (reads += 1), logger });
    await expect.poll(() => reads).toBeGreaterThan(2);
    expect(await readAt('a-test')).toBeGreaterThan(Date.now() / 1_000 - 60);
    await reading.stop();
    const after = reads;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toBe(after);
  });

  test('keepReading keeps the time of the last reading during failures, and recovers by itself', async () => {
    let attempts = 0;
    const read = async () => {
      attempts += 1;
      if (attempts < 4) throw new Error('the database is down');
    };
    const reading = keepReading({ name: 'a-failing-test', everySeconds: 0.01, read, logger });
    await expect.poll(() => attempts).toBeGreaterThan(1);
    await expect.poll(() => readAt('a-failing-test')).toBeGreaterThan(0);
    expect(attempts).toBeGreaterThan(3);
    await reading.stop();
  });

  test('keepReading reads less often when a reading takes longer', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
    };
    const reading = keepReading({ name: 'a-slow-test', everySeconds: 0, shareOfTime: 0.0001, read, logger });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await reading.stop();
    expect(reads).toBe(1);
  });
});
