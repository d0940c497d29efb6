import type { Books } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import { shownAnchors, type Anchor } from '../anchors/anchor-store.ts';
import { signaturesOf } from '../witness/ask-witnesses.ts';
import type { Proving } from './proof.ts';
import { noteText } from '../log/signed-note.ts';
import { hourlySums, latestSums, type Sums } from '../sums/sum-store.ts';

const shownHours = 48;

/** Returns the public part of the books: the sums and the newest checkpoint. */
export async function booksView({
  log: { pool, keys },
  witnesses,
  witnessesNeeded,
}: Pick<Proving, 'log' | 'witnesses' | 'witnessesNeeded'>): Promise<Books> {
  const { head, key, keys: all } = await keys.withHead(pool);
  const [sums] = await latestSums(pool, 1);
  return {
    origin: key.name,
    key: all.at(-1) ?? '',
    size: head.size,
    checkpoint: head.checkpoint,
    checkpoint_at: head.madeAt.toISOString(),
    witnesses: await signaturesOf(
      pool,
      witnesses.map(({ verifierKey }) => verifierKey),
    ),
    witnesses_needed: witnessesNeeded,
    anchors: (await shownAnchors(pool)).map(anchorView),
    sums: sums ? { ...momentOf(sums), note: sums.note, assets: assetsOf(sums) } : null,
    history: (await hourlySums(pool, shownHours)).map((one) => ({
      ...momentOf(one),
      liabilities: assetsOf(one).map(({ asset, liabilities_exact: sum_exact }) => ({ asset, sum_exact })),
    })),
  };
}

const anchorView = ({ size, timeStamp, calendars, block }: Anchor): Books['anchors'][number] => ({
  size,
  time_stamp: timeStamp ? { by: timeStamp.by, at: timeStamp.at.toISOString() } : null,
  calendars: [...calendars],
  bitcoin_block: block ?? null,
});

const momentOf = ({ number, size, madeAt }: Sums) => ({ number, size, at: madeAt.toISOString() });

type AssetSums = NonNullable<Books['sums']>['assets'][number];

/** Reads the lines of the signed note, so that the page shows the signed content. */
function assetsOf({ note }: Sums): AssetSums[] {
  const lines = noteText(note)
    .split('\n')
    .map((line) => line.split(' '));
  const house = lines.filter(([word]) => word === 'house');
  return lines
    .filter(([word]) => word === 'liabilities')
    .map(([, asset = '', sum = '0', root = '']) => ({
      asset,
      liabilities_exact: exactOf(asset, sum),
      root,
      house: house
        .filter(([, , of]) => of === asset)
        .map(([, kind = '', , balance = '0']) => ({ kind, balance_exact: exactOf(asset, balance) })),
    }));
}

const exactOf = (asset: string, units: string): string => toDecimal(amountOf(asset, BigInt(units)));
