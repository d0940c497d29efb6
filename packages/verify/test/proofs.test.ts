import { expect, test } from 'vitest';
import { type Proof, verifyProof } from '../src/index.ts';
import { books, options } from './refusals.ts';
import { houseKey, ines, jonas, nextKey, origin, sampleBooks } from './sample-books.ts';

const passed = expect.objectContaining({ ok: true, keyTrusted: true });

test('a good proof shows the balances and entries of each member', async () => {
  for (const member of [ines, jonas])
    expect(await verifyProof(JSON.stringify(books.proofOf(member)), options)).toEqual(passed);
  const { steps, checkpoint } = await verifyProof(books.proofOf(ines), options);
  expect(steps.map(({ name, ok }) => `${name} ${ok}`)).toEqual([
    'signature true',
    'witnesses true',
    'consistency true',
    'sums true',
    'balances true',
    'entries true',
  ]);
  expect(steps[4]?.numbers).toEqual({ 'email address': ines.email, USD: '123456', BTC: '5000' });
  expect(steps[5]?.numbers).toMatchObject({
    entries: 3,
    '8192.2': expect.stringContaining('send -76544 USD units, balance 123456 USD units'),
  });
  expect(checkpoint).toMatchObject({ size: 83, time: 1_796_097_600 });
});

test('a good proof continues each earlier checkpoint', async () => {
  for (let from = 0; from <= 83; from++) {
    const checks = { ...options, lastCheckpoint: books.checkpoint(from) };
    const proof = { ...books.proofOf(ines, from), entries: [] };
    expect(await verifyProof(proof, checks), `from ${from}`).toEqual(passed);
  }
});

test('a proof stays valid after the log changed its key', async () => {
  const rotated = sampleBooks({ isRotated: true });
  const checks = { ...options, lastCheckpoint: rotated.checkpoint(40) };
  expect(await verifyProof(rotated.proofOf(ines, 40), checks)).toEqual(passed);
  expect(await verifyProof(rotated.proofOf(ines, 40), { ...checks, trustedKeys: [nextKey.verifierKey] })).toEqual(
    passed,
  );
});

test('a good proof can have two accounts of one asset', async () => {
  const rich = { ...ines, accounts: [...ines.accounts, { id: '4713', asset: 'USD', pieces: [7n] }] };
  expect(await verifyProof(sampleBooks({ members: [rich, jonas] }).proofOf(rich), options)).toEqual(passed);
});

test('a good proof continues under another log name after a restore, and says what was lost', async () => {
  const restored = sampleBooks({ isRotated: true, isRestored: true });
  const seen = { ...options, trustedKeys: [houseKey.verifierKey] };
  const proof = restored.proofOf(ines, 40);
  expect(proof.origin).toBe(`${origin}/2`);
  expect(await verifyProof(proof, { ...seen, lastCheckpoint: restored.checkpoint(40) })).toEqual(passed);
  const longer = sampleBooks({ filler: 'lost' }).checkpoint(70);
  expect((await verifyProof(proof, { ...seen, lastCheckpoint: longer })).failure?.detail).toBe(
    'A backup was restored. 15 entries that were seen before are lost.',
  );
});

test('a good proof without a named key is only consistent', async () => {
  expect(await verifyProof(books.proofOf(ines))).toMatchObject({ ok: true, keyTrusted: false });
});

test('a good proof of a receipt has entries and no balance', async () => {
  const verdict = await verifyProof(books.receiptOf(ines), options);
  expect(verdict).toEqual(passed);
  expect(verdict.steps[4]).toMatchObject({ detail: 'This proof shows no balance.', numbers: {} });
  const own = await verifyProof(books.receiptOf(ines), { ...options, email: ines.email });
  expect(own.failure).toMatchObject({ name: 'balances' });
});

test('a good proof may have a balance of 0', async () => {
  const poor = { ...jonas, accounts: [{ id: '99', asset: 'USD', pieces: [0n] }] };
  const empty = sampleBooks({ members: [ines, poor], statementText: (text) => text.replace('USD 0\n', '') });
  expect(await verifyProof({ ...empty.proofOf(poor), entries: [] }, options)).toEqual(passed);
});

const good = books.proofOf(ines);
const broken: [string, unknown][] = [
  ['no JSON', '{'],
  ['null', null],
  ['a number', 7],
  ['a list', []],
  ['another format', { ...good, format: 'florin-proof/2' }],
  ['more than 20 MB', ' '.repeat(20_000_001)],
  ['deep nesting', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ...Object.keys(good).map((name): [string, unknown] => [`without ${name}`, { ...good, [name]: undefined }]),
  ...Object.keys(good).map((name): [string, unknown] => [`${name} as a number`, { ...good, [name]: 7 }]),
  ...Object.keys(good).map((name): [string, unknown] => [
    `${name} as an object`,
    { ...good, [name]: { length: 1, 0: 7 } },
  ]),
  ...Object.keys(good).map((name): [string, unknown] => [`${name} as a list`, { ...good, [name]: [null] }]),
];
test.each(broken)('malformed input is refused and does not throw: %s', async (_, proof) => {
  const verdict = await verifyProof(proof, options);
  expect(verdict.ok).toBe(false);
  expect(verdict.steps).toHaveLength(6);
  expect(verdict.failure?.detail).toMatch(/^[A-Z].+\.$/);
});

test('malformed input in the options is refused and does not throw', async () => {
  for (const wrong of ['', 'x', `${houseKey.verifierKey}x`, houseKey.verifierKey.replace(/\+.{8}/, '+00000000')]) {
    expect((await verifyProof(good, { ...options, witnesses: [wrong] })).failure?.name).toBe('witnesses');
    expect((await verifyProof(good, { ...options, lastCheckpoint: wrong })).failure?.name).toBe('consistency');
    expect((await verifyProof(good, { ...options, trustedKeys: [wrong] })).failure?.name).toBe('signature');
  }
});

test('malformed input of the largest size gets a verdict', { timeout: 300_000 }, async () => {
  const [entry] = good.entries;
  const entries = Array.from({ length: 5_000 }, () => entry);
  const verdict = await verifyProof(JSON.stringify({ ...good, entries } as Proof), options);
  expect(verdict.failure?.name).toBe('entries');
});
