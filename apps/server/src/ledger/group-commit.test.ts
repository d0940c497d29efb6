import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { JournalEntry, Outcome } from './entry.ts';
import { groupCommit, QueueFull } from './group-commit.ts';

const entry = (key: number): JournalEntry => ({
  key: String(key),
  requestHash: 0n,
  actor: 'somebody',
  kind: 'test',
  metadata: {},
  postings: [],
});

const entries = (count: number) => Array.from({ length: count }, (_, key) => entry(key));

const conflict: Outcome = { outcome: 'conflict' };
const duplicate = (of: JournalEntry): Outcome => ({ outcome: 'duplicate', entryId: BigInt(of.key) });

type Batch = {
  readonly keys: string[];
  readonly answer: (outcomes: Outcome[]) => void;
  readonly fail: (error: Error) => void;
};

/** A database whose answers the test controls. */
function slowDatabase() {
  const batches: Batch[] = [];
  const commits = groupCommit(
    (batch) =>
      new Promise((answer, fail) => {
        batches.push({ keys: batch.map(({ key }) => key), answer, fail });
      }),
  );
  const sizes = () => batches.map(({ keys }) => keys.length);
  return { batches, sizes, commits };
}

describe('group commit', () => {
  test('submits the entries of one event-loop turn as one batch, in order', async () => {
    const { batches, commits } = slowDatabase();
    const posted = entries(3).map((one) => commits.post(one));
    await nextTurn();
    expect(batches.map(({ keys }) => keys)).toEqual([['0', '1', '2']]);
    batches[0]?.answer(entries(3).map(duplicate));
    expect(await Promise.all(posted)).toEqual(entries(3).map(duplicate));
  });

  test('submits the next batch when it has half the size of the current batch, and never submits a third batch', async () => {
    const { batches, sizes, commits } = slowDatabase();
    const posted: Promise<Outcome>[] = [];
    const arrive = async (count: number) => {
      posted.push(...entries(count).map((one) => commits.post(one)));
      await nextTurn();
    };
    const answer = async (which: number) => {
      batches[which]?.answer(batches[which]?.keys.map(() => conflict) ?? []);
      await nextTurn();
    };
    await arrive(4);
    await arrive(1);
    expect(sizes()).toEqual([4]);
    await arrive(1);
    expect(sizes()).toEqual([4, 2]);
    await arrive(9);
    expect(sizes()).toEqual([4, 2]);
    await answer(0);
    expect(sizes()).toEqual([4, 2, 9]);
    await arrive(4);
    await answer(1);
    expect(sizes()).toEqual([4, 2, 9]);
    await answer(2);
    expect(sizes()).toEqual([4, 2, 9, 4]);
    await answer(3);
    expect(await Promise.all(posted)).toEqual(Array.from({ length: 19 }, () => conflict));
  });

  test('submits the next batch when the second batch finishes before the first', async () => {
    const { batches, sizes, commits } = slowDatabase();
    const posted = [];
    for (let turn = 0; turn < 3; turn++) {
      posted.push(commits.post(entry(turn)));
      await nextTurn();
    }
    batches[1]?.answer([conflict]);
    await nextTurn();
    expect(sizes()).toEqual([1, 1, 1]);
    posted.push(...entries(2).map((one) => commits.post(one)));
    batches[2]?.answer([conflict]);
    await nextTurn();
    expect(sizes(), 'half of the first one').toEqual([1, 1, 1, 2]);
    batches[0]?.answer([conflict]);
    batches[3]?.answer([conflict, conflict]);
    expect((await Promise.all(posted)).length).toBe(5);
  });

  test('limits a batch to 1,024 entries', async () => {
    const { batches, sizes, commits } = slowDatabase();
    const posted = entries(2_500).map((one) => commits.post(one));
    await nextTurn();
    expect(sizes()).toEqual([1_024, 1_024]);
    for (let i = 0; i < 3; i++) {
      batches[i]?.answer(batches[i]?.keys.map(() => conflict) ?? []);
      await nextTurn();
    }
    expect(sizes()).toEqual([1_024, 1_024, 452]);
    expect((await Promise.all(posted)).length).toBe(2_500);
  });

  test('returns each entry its own outcome when one entry of the batch is rejected', async () => {
    const { batches, commits } = slowDatabase();
    const posted = entries(3).map((one) => commits.post(one));
    await nextTurn();
    const refused: Outcome = { outcome: 'insufficient', account: 7n };
    batches[0]?.answer([duplicate(entry(0)), refused, duplicate(entry(2))]);
    expect(await Promise.all(posted)).toEqual([duplicate(entry(0)), refused, duplicate(entry(2))]);
  });

  test('fails only the entry that has no outcome', async () => {
    const { batches, commits } = slowDatabase();
    const posted = entries(2).map((one) => commits.post(one));
    await nextTurn();
    batches[0]?.answer([conflict]);
    await expect(posted[1]).rejects.toThrow('no outcome');
    expect(await posted[0]).toEqual(conflict);
  });

  test('an error fails all entries of its batch, and no later entry', async () => {
    const { batches, commits } = slowDatabase();
    const posted = entries(2).map((one) => commits.post(one));
    await nextTurn();
    batches[0]?.fail(new Error('the connection is gone'));
    const failures = await Promise.allSettled(posted);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = commits.post(entry(9));
    await nextTurn();
    batches[1]?.answer([conflict]);
    expect(await next).toEqual(conflict);
  });

  test('reports queued entries, batch starts, commits and failures to the meter', async () => {
    const events: unknown[] = [];
    const answers = [[conflict, conflict], 'no answer'];
    const commits = groupCommit(
      async () => {
        const answer = answers.shift();
        if (typeof answer !== 'object') throw new Error(answer);
        return answer;
      },
      {
        queued: () => void events.push('queued'),
        started: (since) => void events.push(['started', ...since.map((at) => at > 0 && at <= performance.now())]),
        committed: (startedAt, outcomes) => void events.push(['committed', startedAt <= performance.now(), outcomes]),
        failed: () => void events.push('failed'),
      },
    );
    await Promise.all(entries(2).map((one) => commits.post(one)));
    expect(events).toEqual(['queued', 'queued', ['started', true, true], ['committed', true, [conflict, conflict]]]);
    events.length = 0;
    await expect(commits.post(entry(2))).rejects.toThrow('no answer');
    expect(events).toEqual(['queued', ['started', true], 'failed']);
  });

  test('rejects an entry when 20,000 are queued, and commits the queued entries in order', async () => {
    const { batches, commits } = slowDatabase();
    const posted = entries(20_000).map((one) => commits.post(one));
    const rejected = commits.post(entry(20_000));
    await expect(rejected).rejects.toBeInstanceOf(QueueFull);
    await expect(rejected).rejects.toThrow('queue is full');
    for (let i = 0; i < 20; i++) {
      await nextTurn();
      batches[i]?.answer(batches[i]?.keys.map(() => conflict) ?? []);
    }
    expect((await Promise.all(posted)).length).toBe(20_000);
    expect(batches.flatMap(({ keys }) => keys)).toEqual(entries(20_000).map(({ key }) => key));
  });
});
