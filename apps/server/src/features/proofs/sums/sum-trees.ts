import { buildTree, Leaves, type SumRoot, type SumTiles } from './build-tree.ts';
import { hmacUnder } from '../log/digests.ts';
import { mostPieces, piecesOf } from './pieces.ts';

/** Balances of members, as texts with one line for each balance. Texts reach a thread faster than rows. */
export type BalanceLines = {
  readonly owners: string;
  /** The owners' addresses. A line is empty if the owner has no address. */
  readonly addresses: string;
  /** Each line: the account, the asset and the amount, separated by spaces. */
  readonly balances: string;
};

/** The questions: one `open`, any number of `lines`, then `next` until the answer is undefined. */
export type SumQuestion =
  | {
      readonly open: {
        /** The number of the sums. */
        readonly number: number;
        /** The number of balances of each asset. */
        readonly counts: ReadonlyMap<string, number>;
        /** The key of `LogSecret.membersKey`. */
        readonly membersKey: Uint8Array;
      };
    }
  | { readonly lines: BalanceLines }
  | { readonly next: true };

/** The next part of the trees: for each asset first the depth, then tiles, then the root. */
export type TreePart = { readonly asset: string } & (
  | { readonly depth: number }
  | { readonly tiles: SumTiles }
  | { readonly root: SumRoot }
);

export type AskForTrees = (question: SumQuestion) => Promise<TreePart | undefined>;

/** Returns a function that collects balances and then builds a tree for each asset. It has no other effect. */
export function answerSums(): AskForTrees {
  let trees: Trees | undefined;
  return async (question) => {
    if ('open' in question) trees = openTrees(question.open);
    else if (!trees) throw new Error('The sums were not opened. Send `open` first.');
    else if ('lines' in question) trees.add(question.lines);
    else return trees.next();
    return undefined;
  };
}

type Trees = ReturnType<typeof openTrees>;
type Opening = Extract<SumQuestion, { readonly open: unknown }>['open'];

function openTrees({ number, counts, membersKey }: Opening) {
  const secretOf = hmacUnder(membersKey);
  const trees = new Map(
    [...counts].map(([asset, count]) => [asset, new Leaves(Math.ceil((count * (1 + mostPieces)) / 2))] as const),
  );
  const parts = partsOf(trees);
  return {
    add(lines: BalanceLines): void {
      const [owners, addresses, balances] = [lines.owners, lines.addresses, lines.balances].map((text) =>
        text.split('\n'),
      );
      if (!owners || !addresses || balances?.length !== owners.length || addresses.length !== owners.length)
        throw new Error('the balances and their owners differ in number');
      for (const [nth, owner] of owners.entries()) {
        const [account = '', asset = '', amount = ''] = balances[nth]?.split(' ') ?? [];
        const leaves = trees.get(asset);
        if (!leaves) throw new Error(`a balance has an asset without a tree: ${asset}`);
        const member = { secret: secretOf(owner), email: addresses[nth] ?? '' };
        for (const piece of piecesOf(member, BigInt(account), number, BigInt(amount)))
          leaves.add(piece.commitment, piece.amount);
      }
    },
    next: (): TreePart | undefined => parts.next().value,
  };
}

/** Frees the leaves of each tree once the tree is complete. */
function* partsOf(trees: Map<string, Leaves>): Generator<TreePart, undefined> {
  for (const [asset, leaves] of trees) {
    yield { asset, depth: Math.ceil(Math.log2(leaves.count + 1)) };
    const tiles = buildTree(leaves);
    let step = tiles.next();
    for (; !step.done; step = tiles.next()) yield { asset, tiles: step.value };
    trees.delete(asset);
    yield { asset, root: step.value };
  }
}
