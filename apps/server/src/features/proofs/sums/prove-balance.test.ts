import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { buildTree, Leaves, type SumRoot } from './build-tree.ts';
import { commitments, piecesOf } from './pieces.ts';
import { proveBalances } from './prove-balance.ts';
import { writeSum } from './sum-nodes.ts';
import { insertSums, insertTiles, insertTree } from './sum-store.ts';

const number = 1;
const owner = { secret: randomBytes(32), email: 'ines@example.com' };
/** Two accounts in a tree with three levels of tiles, and one in a small tree. */
const accounts = [
  { id: 7n, asset: 'USD', others: 66_000, balance: 5_000n },
  { id: 8n, asset: 'USD', others: 0, balance: 700n },
  { id: 9n, asset: 'EUR', others: 300, balance: 40n },
];

let florin: TestApp;
const roots = new Map<string, SumRoot>();
beforeAll(async () => {
  florin = await createTestApp();
  const { pool } = florin.database;
  for (const asset of ['USD', 'EUR']) {
    const leaves = new Leaves(0);
    for (const { id, others, balance } of accounts.filter((one) => one.asset === asset)) {
      for (const { commitment, amount } of piecesOf(owner, id, number, balance)) leaves.add(commitment, amount);
      for (let nth = 0; nth < others; nth++) leaves.add(randomBytes(32), BigInt(nth));
    }
    await insertTree(pool, number, asset, 0);
    const building = buildTree(leaves);
    let step = building.next();
    for (; !step.done; step = building.next()) await insertTiles(pool, number, asset, step.value);
    const root = step.value;
    await florin.database.ownerPool.query('update sum_trees set depth = $1 where asset = $2', [root.depth, asset]);
    roots.set(asset, root);
  }
  await insertSums(pool, { number, size: 0, place: 0, note: '', tookMs: 0 });
});
afterAll(() => florin.close());

const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const prove = (of = owner) => proveBalances(florin.database.pool, number, of, accounts);

test('the pieces of each balance lead to the root, even through several levels of tiles', async () => {
  const balances = await prove();
  expect(balances.map(({ account }) => account)).toEqual([7n, 8n, 9n]);
  expect([...roots.values()].map(({ depth }) => depth)).toEqual([17, 9]);
  for (const [nth, { account, asset, pieces }] of balances.entries()) {
    expect(pieces.reduce((sum, { amount }) => sum + amount, 0n)).toBe(accounts[nth]?.balance);
    for (const [piece, { amount, index, path }] of pieces.entries()) {
      let [node, sum, place] = [
        hash(Buffer.of(0), commitments(owner, account, number)[piece] ?? Buffer.alloc(0), writeSum(amount)),
        amount,
        index,
      ];
      for (const sibling of path) {
        const own = [node, writeSum(sum)];
        const other = [sibling.hash, writeSum(sibling.sum)];
        node = hash(Buffer.of(1), ...(place % 2 === 0 ? [...own, ...other] : [...other, ...own]));
        sum += sibling.sum;
        place = Math.floor(place / 2);
      }
      expect({ root: node, sum, depth: path.length }).toEqual(roots.get(asset));
    }
  }
});

test('a member with another address or secret has no balance in the sums', async () => {
  expect(await prove({ ...owner, email: 'jonas@example.com' })).toEqual([]);
  expect(await prove({ ...owner, secret: randomBytes(32) })).toEqual([]);
});

test('a missing tile is not a fault of the sum tree if newer sums replaced it', async () => {
  const { pool, ownerPool } = florin.database;
  await ownerPool.query('delete from sum_tiles where level > 0');
  await expect(prove()).rejects.toThrow('a tile of the sum tree is missing');
  await insertSums(pool, { number: number + 2, size: 0, place: 0, note: '', tookMs: 0 });
  await expect(prove()).rejects.toMatchObject({ code: 'proof_not_ready' });
});
