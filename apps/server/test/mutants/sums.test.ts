import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyFraud } from '../../../../packages/verify/src/index.ts';
import type { Change } from './load-mutant.ts';
import { change, openHouse, type House, type Name } from './mutated-house.ts';

/**
 * Dishonest houses whose sums lie. Each test changes one place of the server's own code. If the changed sums no longer
 * add up, a second change covers the lie. Each test shows who finds the lie: every member alone, one member alone, or
 * only a comparison.
 */
let house: House;
beforeAll(async () => (house = await openHouse()));
afterAll(() => house.close());

const sumOfNodes = 'readSum(level, from + hashBytes) + readSum(level, from + nodeBytes + hashBytes)';
const rangeCheck = "if (sum < 0n || sum >= sumLimit) throw new RangeError('a sum is out of range');";
const ownChecks = change('sums/state-sums.ts', '  assertZero(roots, balances);\n', '');

/** States the assets that make the sums 0: a house that owes less on paper also has less on paper. */
const fitAssets = change(
  'sums/state-sums.ts',
  '  const houseLines = ',
  `  for (const [asset, { sum }] of roots) {
    const [first, ...others] = [...balances.keys()].filter((key) => key.endsWith(' ' + asset));
    balances.set(first, others.reduce((left, key) => left - balances.get(key), -sum));
  }
  const houseLines = `,
);

/** Adds a leaf that belongs to no member. */
const dummy = (amount: string) =>
  change(
    'sums/sum-trees.ts',
    '  const parts = ',
    `  trees.get('USD').add(Buffer.alloc(32, 9), ${amount});\n  const parts = `,
  );

const idOf = (name: Name) => house.members[name].user.id;
const leaveOut = (name: Name) =>
  change('sums/sum-trees.ts', 'const leaves = trees', `if (owner === '${idOf(name)}') continue;\nconst leaves = trees`);

/** States the sums with a mutant, and returns the finding of each member. */
async function findIn(...changes: readonly Change[]) {
  const mutant = await house.load(...changes);
  await mutant.stateSums(house.log());
  return house.findAll(mutant);
}

const nothing = { ines: 'nothing', jonas: 'nothing', lea: 'nothing', mia: 'nothing' };
const foundByAll = (words: string) => {
  const found: unknown = expect.stringContaining(words);
  return { ines: found, jonas: found, lea: found, mia: found };
};
/** Expects that some members find the lie; the random order of the leaves decides which ones. */
const expectSome = (found: object, words: string) =>
  expect(Object.values(found)).toContainEqual(expect.stringContaining(words));
const notPart = 'balances: The balance in USD is not part of the sum';
const differ = 'entries: The sums and the entries have different balances in USD.';

describe('in the sums', () => {
  test('no member finds a fault in the sums of the unchanged server', async () => {
    expect(await findIn()).toEqual(nothing);
  });

  test("a member finds a parent that has the larger child's sum instead of both sums", async () => {
    const both = sumOfNodes.replace(' + readSum', ', readSum');
    const larger = change('sums/sum-nodes.ts', sumOfNodes, `[${both}].reduce((a, b) => (a > b ? a : b))`);
    expectSome(await findIn(larger, fitAssets), notPart);
  });

  test('a member next to a negative amount finds the fault', async () => {
    const wrapped = change('sums/sum-nodes.ts', rangeCheck, 'sum = BigInt.asUintN(128, sum);');
    expectSome(await findIn(wrapped, dummy('-10_000n'), fitAssets), 'balances: A sum is out of range.');
  });

  test('a member below a sum that overflows finds the fault', async () => {
    const short = change('sums/sum-nodes.ts', sumOfNodes, `BigInt.asUintN(64, ${sumOfNodes})`);
    expectSome(await findIn(short, dummy('2n ** 64n - 10_000n'), fitAssets), notPart);
  });

  test('each member finds a root whose hashes do not commit to sums', async () => {
    const copied = 'level.copy(hashedPair, 1, from, from + 2 * nodeBytes);';
    const withoutSums = 'for (const at of [1, 1 + nodeBytes]) hashedPair.fill(0, at + hashBytes, at + nodeBytes);';
    const hashesOnly = change('sums/sum-nodes.ts', copied, `${copied}\n${withoutSums}`);
    expect(await findIn(hashesOnly)).toEqual(foundByAll(notPart));
  });

  test('each member finds a stated sum that differs from the sum of the root', async () => {
    const less = change(
      'sums/build-tree.ts',
      'sum: readSum(top, hashBytes) }',
      'sum: readSum(top, hashBytes) - 10_000n }',
    );
    expect(await findIn(less, fitAssets)).toEqual(foundByAll(notPart));
  });

  test('the second member of a shared leaf finds the fault', async () => {
    const found = await findIn(
      leaveOut('mia'),
      fitAssets,
      change(
        'proof/proof.ts',
        'const { log, ledger } = proving;\n  const [{ tree, frame, sign }',
        `const { log, ledger } = proving;
  const twin = member.id === '${idOf('mia')}' ? { id: '${idOf('lea')}', email: '${house.members.lea.user.email}' } : member;
  const [{ tree, frame, sign }`,
      ),
      change('proof/proof.ts', 'readBooks(ledger, member.id),', 'readBooks(ledger, twin.id),'),
      change(
        'proof/proof.ts',
        'const secret = log.secret.memberSecret(member.id);',
        'const secret = log.secret.memberSecret(twin.id);',
      ),
      change('proof/proof.ts', '{ secret, email: member.email }', '{ secret, email: twin.email }'),
    );
    expect(found).toEqual({ ...nothing, mia: expect.stringContaining(notPart) });
  });

  test('each member finds invented members that the stated sum does not include', async () => {
    expect(await findIn(dummy('10_000n'), ownChecks)).toEqual(
      foundByAll('sums: What the house owes and its accounts differ by'),
    );
  });

  test('invented members with invented assets do not harm members, and a comparison with the books finds them', async () => {
    const mutant = await house.load(dummy('10_000n'), fitAssets);
    await mutant.stateSums(house.log());
    expect(await house.findAll(mutant)).toEqual(nothing);
    expect(await statedAndBooked()).toEqual({ stated: 77_000n, booked: 67_000n });
  });

  test('a member finds the fault if the sums leave the member out', async () => {
    const found = await findIn(leaveOut('jonas'), fitAssets);
    expect(found).toEqual({ ...nothing, jonas: differ });
    expect(await statedAndBooked()).toEqual({ stated: 60_000n, booked: 67_000n });
  });

  test('a member finds the fault if the account is booked as the house’s account', async () => {
    const asHouse = change(
      'sums/read-balances.ts',
      'where id < 0 and',
      `where (id < 0 or owner = '${idOf('jonas')}') and`,
    );
    expect(await findIn(leaveOut('jonas'), asHouse)).toEqual({ ...nothing, jonas: differ });
  });

  test('each member finds an account that is missing on one side', async () => {
    expect(await findIn(leaveOut('jonas'), ownChecks)).toMatchObject({
      ines: expect.stringContaining('sums: What the house owes and its accounts differ by'),
    });
  });

  test('a member whose balance is stated too low finds the fault', async () => {
    const less = change(
      'sums/sum-trees.ts',
      'BigInt(amount)',
      `BigInt(amount) - (owner === '${idOf('ines')}' ? 100n : 0n)`,
    );
    expect(await findIn(less, fitAssets)).toEqual({ ...nothing, ines: differ });
  });

  test('a member who gets another root finds the fault, and two members together have evidence', async () => {
    const mutant = await house.load(
      change(
        'proof/proof.ts',
        '  if (!sums) throw notReady();',
        `  if (sums && member.id === '${idOf('jonas')}') sums.note = await log.keys.sign(log.pool, sums.note.slice(0, sums.note.indexOf('\\n\\n') + 1).replace(/Z\\n/, (end) => end + 'house other BTC 0\\n'));
  if (!sums) throw notReady();`,
      ),
    );
    await mutant.stateSums(house.log());
    expect(await house.findAll(mutant)).toEqual({
      ...nothing,
      jonas: expect.stringMatching(/^sums: Entry \d+ is not in the log/),
    });
    const [one, other] = [await house.proofOf(mutant, 'ines'), await house.proofOf(mutant, 'jonas')];
    const fraud = {
      format: 'florin-fraud/1',
      kind: 'two_sums',
      keys: one.keys,
      first: one.sums?.note,
      second: other.sums?.note,
    };
    expect(await verifyFraud(fraud, house.trust)).toMatchObject({ ok: true });
  });
});

/** Returns the dollar debt that the house states, and the dollar debt in its books, in cents. */
async function statedAndBooked() {
  const { sums } = await house.florin.client.call(endpoints.getBooks, {});
  const stated = sums?.assets.find(({ asset }) => asset === 'USD')?.liabilities_exact ?? '0';
  const { rows } = await house.florin.database.pool.query<{ booked: bigint }>(
    `select sum(posted)::bigint as booked from own_books.accounts where id > 0 and asset = 'USD'`,
  );
  return { stated: BigInt(stated.replace('.', '')), booked: rows[0]?.booked };
}
