import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseOwner } from '../src/ledger/index.ts';
import { allowanceFetched } from '../src/ledger/shards/shared-allowances.ts';
import { openCardOffice, type CardOffice } from './card-office.ts';
import { operations, people, type People } from './documented-operations.ts';
import { changeOf, documentedFlows, exampleFigures, type Flow } from './documented-flows.ts';
import { movingFeed } from './moving-feed.ts';
import { readSections } from './markdown-table.ts';
import { oneConnection } from './test-app.ts';

let office: CardOffice;
let cast: People;
beforeAll(async () => {
  const market = movingFeed({ BTC: '67000.00' });
  office = await openCardOffice({ feed: market.feed, timing: { callBackSeconds: 0 } }, oneConnection);
  cast = await people(office, market);
});
afterAll(async () => {
  await office.florin.expectCleanBooks();
  await office.close();
});

const flows = documentedFlows();

test('the money-flow page documents exactly the existing operations', () => {
  expect(flows.map(({ title }) => title)).toEqual(Object.keys(operations));
});

describe.each(flows)('$title', (flow) => {
  test(`the example of "${flow.title}" is correct`, () => {
    const figures = exampleFigures(flow);
    expect(flow.lines.map(({ example }) => example)).toEqual(flow.lines.map((line) => changeOf(line, figures).text));
  });

  test(`"${flow.title}" is posted as documented`, async () => {
    const { actor, who, figures } = await performed(flow);
    const expected = flow.lines.map((line) => ({
      account: line.account,
      who: line.who,
      asset: line.asset,
      units: changeOf(line, figures).units,
    }));
    // A receiver in another ledger may get the money a moment later.
    await expect.poll(async () => inOrder(await lastPosted(actor, who))).toEqual(inOrder(expected));
  });
});

async function performed(flow: Flow) {
  const operation = operations[flow.title];
  if (!operation) throw new Error(`there is no operation ${flow.title}`);
  return operation(cast, flow);
}

type Line = {
  readonly account: string;
  readonly who: string | undefined;
  readonly asset: string;
  readonly units: bigint;
};

const inOrder = (lines: readonly Line[]) =>
  lines.map(({ account, who, asset, units }) => `${account} | ${who} | ${asset} | ${units}`).toSorted();

/**
 * Returns the postings of the actor's last entry, with the page's names for the account owners. Adds the second half of
 * an entry that pays a member of another ledger, and leaves out the transit accounts between the two ledgers.
 */
async function lastPosted(actor: string, who: ReadonlyMap<string, string>): Promise<Line[]> {
  const { rows } = await office.florin.database.pool.query<{
    kind: string;
    owner: string;
    asset: string;
    amount: bigint;
  }>(
    `with last as (
       select id from books.entries where actor = $1 and kind <> $2 and not metadata ? 'first_half'
       order by recorded_at desc, id desc limit 1
     ),
     half as (
       select id from last union all select e.id from books.entries e, last where e.metadata ->> 'first_half' = last.id::text
     )
     select split_part(a.kind, ':', 1) as kind, a.owner, p.asset, p.amount
     from half join books.postings p on p.entry_id = half.id join books.accounts a on a.id = p.account_id
     where not starts_with(a.kind, 'transit:')`,
    [actor, allowanceFetched],
  );
  return rows.map(({ kind, owner, asset, amount }) => ({ account: kind, who: who.get(owner), asset, units: amount }));
}

describe('the chart of accounts', () => {
  const [page] = readSections('develop/chart-of-accounts.md');
  const chart = page?.rows ?? [];

  type Account = { kind: string; owner: string; asset: string; slot: string; floor: bigint | null };
  /**
   * Returns the accounts in the chart, which describes one ledger. Leaves out transit accounts, and the allowances that
   * further ledgers fetch from the main one.
   */
  const accounts = async () => {
    const { rows } = await office.florin.database.pool.query<Account>(
      `select split_part(kind, ':', 1) as kind, owner::text, asset, slot, floor from books.accounts
       where not starts_with(kind, 'transit:') and (owner <> $1 or id < 0 or id >> 40 = 0)`,
      [houseOwner],
    );
    return rows;
  };

  test('the chart of accounts has exactly the account kinds that the operations use', async () => {
    const used = new Set((await accounts()).map(({ kind }) => kind));
    expect(new Set(chart.map((row) => row['kind']))).toEqual(used);
  });

  test.each(chart)('the chart of accounts has the correct owner, assets, periods and floor for $kind', async (row) => {
    const ofKind = (await accounts()).filter(({ kind }) => kind === row['kind']);
    expect(ofKind.length).toBeGreaterThan(0);
    for (const { owner, asset, slot, floor } of ofKind)
      expect({
        owner: ownerName(owner),
        asset: (assets[row['asset'] ?? ''] ?? /^$/).test(asset),
        period: (periods[row['period'] ?? ''] ?? /^$/).test(slot),
        floor: floorName(floor),
      }).toEqual({ owner: row['owner'], asset: true, period: true, floor: row['floor'] });
  });
});

const ownerName = (owner: string) => (owner === houseOwner ? 'house' : 'member');

function floorName(floor: bigint | null) {
  if (floor === null) return 'none';
  return floor === 0n ? '0' : 'minus the limit';
}

const assets: Record<string, RegExp> = {
  USD: /^USD$/,
  'USD-limit': /^USD-limit$/,
  'coin-limit': /^coin-limit$/,
  currencies: /^(USD|EUR|GBP)$/,
  coins: /^BTC$/,
  'currencies and coins': /^(USD|EUR|GBP|BTC)$/,
};

const periods: Record<string, RegExp> = {
  none: /^$/,
  lanes: /^lane \d+$/,
  coin: /^BTC$/,
  'UTC day': /^\d{4}-\d\d-\d\d$/,
  'UTC month': /^\d{4}-\d\d$/,
  forever: /^ever$/,
};
