import { expect, test } from 'vitest';
import type { Proof } from '../src/index.ts';
import { signedNote } from './note-maker.ts';
import { changed, good, refused, refusedTrick } from './refusals.ts';
import { commitmentOf, houseKey, ines, jonas, origin, sampleBooks, type Tricks } from './sample-books.ts';

const firstBalance = (proof: Proof) => proof.balances[0] as Proof['balances'][0];
const lastBalance = (proof: Proof) => proof.balances.at(-1) as Proof['balances'][0];

test('a dishonest house cannot alter an amount', async () => {
  expect(await refused(changed((proof) => (firstBalance(proof).amount = '123455')))).toContain(
    'balances: The pieces of 123455 USD units have the sum 123456 USD units.',
  );
  const alone = changed((proof) => {
    const [piece] = firstBalance(proof).pieces;
    if (piece) piece.amount = '23457';
  });
  expect(await refused(alone)).toContain('balances: The balance in USD is not part of the sum');
});

test('a dishonest house cannot take the larger of two sums in place of their sum', async () => {
  expect(await refusedTrick({ parentSum: (left, right) => (left > right ? left : right) })).toMatch(
    /^balances: .+not part/,
  );
});

test('a dishonest house cannot hide its debts behind a negative amount', async () => {
  const dummies = [{ asset: 'USD', amount: -100_000n }];
  const refusals = [await refusedTrick({ dummies }), await refusedTrick({ dummies }, jonas)];
  expect(refusals.join()).toContain('balances: A sum is out of range.');
});

test('a dishonest house cannot make a sum overflow', async () => {
  const dummies = [{ asset: 'USD', amount: 2n ** 128n - 100_000n }];
  const parentSum = (left: bigint, right: bigint) => BigInt.asUintN(128, left + right);
  for (const member of [ines, jonas])
    expect(await refusedTrick({ dummies, parentSum }, member)).toContain('balances: A');
  const large = { dummies: [{ asset: 'USD', amount: 2n ** 120n - 1n }] };
  expect(await refusedTrick(large)).toContain('sums: The sum of USD is out of range.');
});

test('a dishonest house cannot show two members the same leaf', async () => {
  const commit: Tricks['commit'] = (member, account, piece) =>
    account.asset === 'USD'
      ? commitmentOf(ines, { ...account, id: '4711' }, piece)
      : commitmentOf(member, account, piece);
  const twin = { ...jonas, accounts: [{ id: '99', asset: 'USD', pieces: ines.accounts[0]?.pieces ?? [] }] };
  const shared = sampleBooks({ members: [ines, twin], commit }).proofOf(twin);
  expect(await refused(shared)).toContain('balances: The balance in USD is not part of the sum');
  const copied = { ...good, email: jonas.email };
  expect(await refused(copied)).toContain('balances: The statement is for other sums or for another address.');
  expect(await refused(good, { email: jonas.email })).toBe('balances: The proof is for ines@florin.example.');
});

test('a dishonest house cannot leave out the sums of the tree', async () => {
  const proof = changed((one) => {
    for (const step of firstBalance(one).pieces.flatMap(({ path }) => path)) Reflect.deleteProperty(step, 'sum');
  });
  expect(await refused(proof)).toBe('balances: The number is malformed.');
  const lower = { sumsText: (text: string) => text.replaceAll('173456', '163456') };
  expect(await refusedTrick(lower)).toContain('not part of the sum that the house states');
});

test('a dishonest house cannot add members without stating their sum', async () => {
  const dummies = [{ asset: 'USD', amount: 10_000n }];
  const sumsText = (text: string) => text.replaceAll('183456', '173456');
  expect(await refusedTrick({ dummies, sumsText })).toContain('not part of the sum');
});

test('a dishonest house cannot state sums that do not add up', async () => {
  const refuse = (sumsText: Tricks['sumsText']) => refusedTrick({ ...(sumsText && { sumsText }) });
  expect(await refuse((text) => text.replace('-173456', '-173455'))).toBe(
    'sums: What the house owes and its accounts differ by 1 USD units.',
  );
  expect(await refuse((text) => text.replace('house bank USD -173456\n', ''))).toContain('differ by 173456 USD units.');
  expect(await refuse((text) => `${text}house bank USD -173456\n`)).toBe(
    'sums: The sums state "house bank USD" twice.',
  );
  expect(await refuse((text) => text.replace(/liabilities USD .+\n/, '$&$&'))).toBe(
    'sums: The sums state "liabilities USD" twice.',
  );
  for (const [from, to] of [
    ['USD 173456', 'USD 0173456'],
    ['USD -173456', 'USD -0173456'],
    ['\n60\n', '\n060\n'],
    [' 3\n', ' 3 \n'],
    [' 3\n', ' 03\n'],
    ['bank USD -', 'bank USD +'],
  ])
    expect(await refuse((text) => text.replace(from ?? '', to ?? '')), `${to}`).toMatch(
      /^sums: The .+ is malformed\.$/,
    );
});

test('a dishonest house cannot leave out an asset or show it twice', async () => {
  expect(await refused(changed((proof) => proof.balances.pop()))).toBe(
    'balances: The house signed to owe 5000 BTC units, and proves 0 BTC units.',
  );
  expect(await refused(changed((proof) => proof.balances.push(firstBalance(proof))))).toBe(
    'balances: The balance in USD is there twice.',
  );
  const twice = { statementText: (text: string) => text.replace('USD 123456\n', 'USD 123456\nUSD 123456\n') };
  expect(await refusedTrick(twice)).toBe('balances: The statement has an asset twice.');
  expect(await refused({ ...good, balances: [] })).toBe(
    'balances: The house signed to owe 5000 BTC units, and proves 0 BTC units.',
  );
  expect(await refused({ ...good, statement: null })).toContain('balances: Not checked');
  const other = { statementText: (text: string) => text.replace('\n7\n', '\n8\n') };
  expect(await refusedTrick(other)).toContain('balances: The statement is for other sums');
  const restored = sampleBooks({ isRotated: true, isRestored: true }).proofOf(ines);
  const text = (restored.statement ?? '').replace(/\n\n[^]*/, '\n').replace(`${origin}/2/`, `${origin}/`);
  const former = { ...restored, statement: signedNote(text, houseKey.line(text)) };
  expect(await refused(former)).toContain('balances: The statement is for other sums');
});

test('a dishonest house cannot use a piece twice or a wrong number of sums', async () => {
  const twice = changed((proof) => {
    const balance = lastBalance(proof);
    balance.pieces = [...balance.pieces, ...balance.pieces];
  });
  expect(await refused(twice)).toContain('not part of the sum');
  expect(await refused(changed((proof) => (firstBalance(proof).pieces = [])))).toContain('has no pieces');
});

test('a dishonest house cannot state sums of entries that come later in the log', async () => {
  expect(await refusedTrick({ sumsText: (text) => text.replace('\n60\n', '\n63\n') })).toContain(
    'sums: The sums include entries',
  );
});

test('a dishonest house cannot state balances that differ from the entries', async () => {
  const differs = 'entries: The sums and the entries have different balances in USD.';
  const members = [{ ...ines, accounts: [{ id: '4711', asset: 'USD', pieces: [123_000n] }] }, jonas];
  const proof = sampleBooks({ members }).proofOf(members[0] ?? ines);
  expect(await refused(proof)).toBe(differs);
  // The check also fails if the house hides the entries before the sums or after the sums.
  expect(await refused({ ...proof, entries: proof.entries.slice(2) })).toBe(differs);
  expect(await refused({ ...proof, entries: proof.entries.slice(0, 2) })).toBe(differs);
});

test('a dishonest house cannot count a balance in the tree of a less valuable asset', async () => {
  const member = { ...ines, accounts: [{ id: '4711', asset: 'XRP', pieces: [123_456n] }] };
  expect(await refused(sampleBooks({ members: [member, jonas] }).proofOf(member))).toBe(
    'entries: The sums and the entries have different balances in USD.',
  );
});
