import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { memberOf } from '../../../test/half-a-send.ts';
import { moveMember } from '../../../test/move-member.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ever, houseOwner, type Draw, type Ledger } from '../index.ts';
import { slotOf } from './ids.ts';
import { memberMoves } from './move-members.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(3);
});
afterEach(() => several.expectCleanBooks());
afterAll(() => several.close());

const limit = () => new Refusal('limit_exceeded', 'too much');
const fresh = () => ({ key: randomUUID(), requestHash: 1n, kind: 'test', metadata: {} });

async function pay(owner: string, units: bigint, more: { draws?: Draw[]; through?: Ledger } = {}) {
  const { draws, through = several.ledger } = more;
  const [cash, account] = [await through.houseId('cash', 'USD'), await through.walletId(owner, 'USD')];
  const postings = [
    { account: cash, units: -units },
    { account, units },
  ];
  await through.post({ ...fresh(), actor: owner, postings, ...(draws && { draws }) }, { limit });
}

describe('a member who has closed the account', () => {
  async function leaver(): Promise<string> {
    const member = memberOf(several, 0);
    await pay(member, 100n);
    await pay(member, -100n);
    await transact(several.main.pool, (tx) => several.ledger.closeAccounts(tx, member));
    return member;
  }

  test('a closed account moves with its slot, and cannot get money in any ledger', async () => {
    const member = await leaver();
    for (const to of [1, 2, 0, 1]) {
      await moveMember(several.databases, member, to);
      for (const through of [several.ledger, several.openNode()])
        await expect(pay(member, 5n, { through })).rejects.toMatchObject({ code: 'account_closed' });
    }
  });

  test('a closed account keeps its history after a move', async () => {
    const member = await leaver();
    const linesIn = async () => {
      const books = await several.openNode().booksOf(member);
      const { rows } = await books.query<{ amount: bigint }>(
        `select p.amount from member_books.accounts a join member_books.postings p on p.account_id = a.id
         where a.owner = $1 order by p.seq`,
        [member],
      );
      return rows.map(({ amount }) => amount);
    };
    await moveMember(several.databases, member, 1);
    expect(await linesIn()).toEqual([100n, -100n]);
  });
});

test('the house stays in all ledgers when the slot of its own id moves', async () => {
  const [one, other] = [memberOf(several, 0), memberOf(several, 1)];
  const home = slotOf(houseOwner) % 3;
  const draw = (units: bigint) => ({ owner: houseOwner, kind: 'stock', slot: ever, units, limit: 1_000n });
  for (const member of [one, other]) await pay(member, 100n, { draws: [draw(30n)] });
  const figures = async () => {
    const { rows } = await several.main.pool.query<{ kind: string; posted: bigint }>(
      `select kind, sum(posted) as posted from books.accounts where owner = $1 group by kind order by kind`,
      [houseOwner],
    );
    return rows;
  };
  const before = await figures();
  const { giveSlots, moveMember: move } = memberMoves(several.pools, several.shards);
  for (const to of [(home + 1) % 3, home]) {
    for (const owner of await giveSlots([slotOf(houseOwner)], to)) await move(owner);
    expect(await figures()).toEqual(before);
  }
});

test('a node with an outdated map finds members in their current ledgers', async () => {
  const member = memberOf(several, 0);
  await pay(member, 10n);
  const node = several.openNode();
  expect(await node.byLedger([member])).toEqual(new Map([[0, [member]]]));
  await moveMember(several.databases, member, 1);
  expect(await node.byLedger([member])).toEqual(new Map([[1, [member]]]));
  await moveMember(several.databases, member, 0);
});

test.each(['post', 'postWithin'] as const)(
  'the first draw of a new member counts in its slot’s ledger on a node that missed a move: %s',
  async (how) => {
    const member = memberOf(several, 0);
    await pay(member, 10n);
    const node = several.openNode();
    await node.walletId(member, 'USD'); // the node reads the map
    await moveMember(several.databases, member, 1);
    let newcomer: string;
    do newcomer = randomUUID();
    while (slotOf(newcomer) !== slotOf(member));
    const draws = [{ owner: newcomer, kind: 'test-limit', slot: ever, units: 5n, limit: 10n }];
    const entry = { ...fresh(), actor: newcomer, postings: [], draws };
    if (how === 'post') await node.post(entry, {});
    else await transact(several.main.pool, (tx) => node.postWithin(tx, entry, {}));
    const usage = await several.openNode().usageOf([newcomer], 'test-limit');
    expect(usage.get(newcomer)?.drawn).toBe(5n);
    await moveMember(several.databases, member, 0);
  },
);
