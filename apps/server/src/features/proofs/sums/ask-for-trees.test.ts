import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hmacUnder } from '../log/digests.ts';
import { askForTrees } from './ask-for-trees.ts';
import { piecesOf } from './pieces.ts';
import { writeSum } from './sum-nodes.ts';
import type { AskForTrees, BalanceLines } from './sum-trees.ts';

const number = 3;
const membersKey = randomBytes(32);
const nodeBytes = 48;

const balances = Array.from({ length: 1_000 }, (_, nth) => ({
  owner: `owner-${nth % 700}`,
  address: nth % 9 === 0 ? '' : `owner-${nth % 700}@example.com`,
  account: BigInt(nth + 1),
  asset: nth < 700 ? 'USD' : 'EUR',
  amount: BigInt(nth) ** 7n,
}));
type Balance = (typeof balances)[number];

const linesOf = (some: readonly Balance[]): BalanceLines => ({
  owners: some.map(({ owner }) => owner).join('\n'),
  addresses: some.map(({ address }) => address).join('\n'),
  balances: some.map(({ account, asset, amount }) => `${account} ${asset} ${amount}`).join('\n'),
});
const opening = {
  open: {
    number,
    counts: new Map([
      ['USD', 700],
      ['EUR', 300],
    ]),
    membersKey,
  },
};

/** Builds the trees of all balances, and returns the parts of each asset's tree. */
async function buildAll(ask: AskForTrees) {
  await ask(opening);
  for (let from = 0; from < balances.length; from += 400)
    await ask({ lines: linesOf(balances.slice(from, from + 400)) });
  const nodes = new Map<string, Buffer[]>();
  const trees = new Map<string, { depth: number; root: Buffer; sum: bigint }>();
  for (let part = await ask({ next: true }); part; part = await ask({ next: true })) {
    if ('depth' in part) nodes.set(part.asset, []);
    else if ('root' in part) trees.set(part.asset, { ...part.root, root: Buffer.from(part.root.root) });
    else if (part.tiles.level === 0) nodes.get(part.asset)?.push(Buffer.from(part.tiles.nodes));
  }
  return { trees, leavesOf: (asset: string) => Buffer.concat(nodes.get(asset) ?? []) };
}

/** The leaves of a balance, as the format defines them. */
const expectedLeaves = ({ owner, address, account, amount }: Balance) =>
  piecesOf({ secret: hmacUnder(membersKey)(owner), email: address }, account, number, amount).map((piece) =>
    Buffer.concat([
      createHash('sha256').update(Buffer.of(0)).update(piece.commitment).update(writeSum(piece.amount)).digest(),
      writeSum(piece.amount),
    ]).toString('hex'),
  );

describe.each([
  ['on the main thread', 1_000],
  ['in another thread', 1_000_000],
])('sum trees built %s', (_, count) => {
  test(`sum trees of ${count} expected balances have each balance once`, async () => {
    const { trees, leavesOf } = await askForTrees(count, buildAll);
    expect([...trees.keys()]).toEqual(['USD', 'EUR']);
    for (const [asset, { depth, sum }] of trees) {
      const own = balances.filter((one) => one.asset === asset);
      expect(sum).toBe(own.reduce((total, { amount }) => total + amount, 0n));
      const leaves = leavesOf(asset);
      expect(leaves.length).toBe(2 ** depth * nodeBytes);
      const inTree = Array.from({ length: 2 ** depth }, (_leaf, nth) =>
        leaves.toString('hex', nth * nodeBytes, (nth + 1) * nodeBytes),
      );
      const expected = own.flatMap(expectedLeaves);
      expect(inTree.filter((leaf) => expected.includes(leaf)).toSorted()).toEqual(expected.toSorted());
    }
  });

  test(`sum trees of ${count} expected balances refuse unpaired lines, unknown assets and a missing start`, async () => {
    const refused = (lines: Partial<BalanceLines>, start = true) =>
      askForTrees(count, async (ask) => {
        if (start) await ask(opening);
        return ask({ lines: { ...linesOf(balances.slice(0, 2)), ...lines } });
      });
    await expect(refused({ owners: 'owner-0' })).rejects.toThrow('differ in number');
    await expect(refused({ addresses: 'a@example.com\nb@example.com\nc@example.com' })).rejects.toThrow('differ');
    await expect(refused({ balances: '1 GBP 5\n2 USD 5' })).rejects.toThrow('without a tree: GBP');
    await expect(refused({}, false)).rejects.toThrow('not opened');
  });
});
