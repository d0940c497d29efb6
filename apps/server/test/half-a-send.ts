import { randomUUID } from 'node:crypto';
import type { JournalEntry } from '../src/ledger/index.ts';
import type { Shard } from '../src/ledger/open-shard.ts';
import { secondHalf, withOnward, type FirstHalf } from '../src/ledger/shards/halves.ts';
import { slotOf } from '../src/ledger/shards/ids.ts';
import type { SeveralLedgers } from './several-ledgers.ts';

/** Returns a new member whose money is in the ledger with this number. */
export function memberOf({ pools }: SeveralLedgers, shard: number): string {
  for (;;) {
    const id = randomUUID();
    if (slotOf(id) % pools.length === shard) return id;
  }
}

export type HalfASend = {
  readonly payer: string;
  readonly receiver: string;
  /** The receiver's slot. */
  readonly slot: number;
  readonly here: Shard;
  readonly there: Shard;
  readonly first: FirstHalf & Pick<JournalEntry, 'postings' | 'requestHash'>;
  /** The correct second half. */
  readonly second: JournalEntry;
};

/** Posts the first half of a send of 100 without the second one. */
export async function halfASendIn(several: SeveralLedgers): Promise<HalfASend> {
  const [here, there] = several.shards;
  if (!here || !there) throw new Error('there are two ledgers');
  const [payer, receiver] = [memberOf(several, 0), memberOf(several, 1)];
  const [cash, wallet] = [await here.houseId('cash', 'USD'), await here.walletId(payer, 'USD')];
  const common = { requestHash: 1n, actor: payer, kind: 'send' };
  const funding = [
    { account: cash, units: -500n },
    { account: wallet, units: 500n },
  ];
  await here.post({ ...common, key: randomUUID(), metadata: {}, postings: funding }, {});
  const paid = { account: await there.walletId(receiver, 'USD'), units: 100n };
  const transit = await here.houseId('transit:0-1', 'USD');
  const entry = {
    ...common,
    key: randomUUID(),
    metadata: withOnward({}, { ...paid, to: 1 }),
    postings: [
      { account: wallet, units: -100n },
      { account: transit, units: 100n },
    ],
  };
  const { entryId: id } = await here.post(entry, {});
  const first = { ...entry, id };
  return {
    payer,
    receiver,
    slot: slotOf(receiver),
    here,
    there,
    first,
    second: secondHalf(first, await there.houseId('transit:0-1', 'USD')),
  };
}
