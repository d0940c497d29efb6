import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inclusionRoot, rootsOf, sumRoot, verifyProof } from '../src/index.ts';
import { books, good, options } from './refusals.ts';
import { consistencyOf, pathOf, rootOf, sha, sumLevels, sumPath } from './simple-merkle.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const bytesOf = (bytes: Uint8Array) => new Uint8Array(bytes);
const entriesOf = (size: number, word = 'leaf') =>
  Array.from({ length: size }, (_, at) => bytesOf(Buffer.from(`${word} ${at}`)));
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => false,
    () => true,
  );

describe('for random trees', () => {
  test('each entry is included only at its place', async () => {
    const tree = fc
      .integer({ min: 1, max: 300 })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(size - 1)));
    await fc.assert(
      fc.asyncProperty(tree, async ([size, index, other]) => {
        const entries = entriesOf(size);
        const leaf = entries[index] ?? new Uint8Array();
        const path = pathOf(index, entries).map(base64);
        const root = base64(rootOf(entries));
        expect(base64(await inclusionRoot(index, size, leaf, path))).toBe(root);
        if (other === index) return;
        const elsewhere = await inclusionRoot(other, size, leaf, path).then(base64, () => 'refused');
        expect(elsewhere).not.toBe(root);
        expect(await refused(inclusionRoot(index, size, leaf, [...path, root]))).toBe(true);
        expect(await refused(inclusionRoot(size, size, leaf, path))).toBe(true);
      }),
    );
  });

  test('each tree size is consistent with each later size, but not with another tree', async () => {
    const sizes = fc
      .integer({ min: 2, max: 300 })
      .chain((second) => fc.tuple(fc.integer({ min: 1, max: second - 1 }), fc.constant(second)));
    await fc.assert(
      fc.asyncProperty(sizes, async ([first, second]) => {
        const entries = entriesOf(second);
        const before = base64(rootOf(entries.slice(0, first)));
        const path = consistencyOf(first, entries).map(base64);
        const full = Number.isInteger(Math.log2(first)) ? [before, ...path] : path;
        expect((await rootsOf(first, second, full)).map(base64)).toEqual([before, base64(rootOf(entries))]);
        const changed = full.map((hash, at) => (at === first % full.length ? base64(sha(Buffer.from(hash))) : hash));
        expect(
          await rootsOf(first, second, changed).then(
            (roots) => roots.map(base64),
            () => [],
          ),
        ).not.toEqual([before, base64(rootOf(entries))]);
        expect(await refused(rootsOf(first, second, full.slice(1)))).toBe(true);
      }),
    );
  });

  test('exactly the stated amounts are part of the sum', async () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 100n }), { minLength: 1, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 100n }), async (random, place, other) => {
        const size = 2 ** Math.ceil(Math.log2(random.length));
        const leaves = Array.from({ length: size }, (_, at) => ({
          commitment: sha(Buffer.of(at)),
          amount: random[at] ?? 0n,
        }));
        const levels = sumLevels(leaves);
        const index = place % size;
        const leaf = leaves[index] ?? { commitment: sha(), amount: 0n };
        const path = sumPath(index, levels);
        const top = levels.at(-1)?.[0];
        const root = await sumRoot(bytesOf(leaf.commitment), leaf.amount, index, path);
        expect([base64(root.hash), root.sum]).toEqual([top?.hash.toString('base64'), top?.sum]);
        if (other === leaf.amount) return;
        expect(base64((await sumRoot(bytesOf(leaf.commitment), other, index, path)).hash)).not.toBe(
          top?.hash.toString('base64'),
        );
      }),
    );
  });
});

test('a proof with one changed bit is refused or has the same statement', async () => {
  const text = JSON.stringify(good);
  const checks = { ...options, lastCheckpoint: books.checkpoint(37) };
  const saidBy = ({ steps, checkpoint }: Awaited<ReturnType<typeof verifyProof>>) => ({ steps, checkpoint });
  const said = saidBy(await verifyProof(text, checks));
  expect(said.steps.every(({ ok }) => ok)).toBe(true);
  const positions = fc.tuple(fc.nat(text.length - 1), fc.nat(6));
  await fc.assert(
    fc.asyncProperty(positions, async ([at, bit]) => {
      const letter = String.fromCodePoint(text.charCodeAt(at) ^ (1 << bit));
      const verdict = await verifyProof(`${text.slice(0, at)}${letter}${text.slice(at + 1)}`, checks);
      expect(verdict.ok ? saidBy(verdict) : said).toEqual(said);
    }),
    { numRuns: Number(process.env.FLORIN_BITS ?? 300) },
  );
});
