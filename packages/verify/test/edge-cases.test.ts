import { describe, expect, test } from 'vitest';
import { inclusionRoot, openCheckpoint, openNote, parseKeys, type Proof, sumRoot, verifyProof } from '../src/index.ts';
import { signedNote, signerOf } from './note-maker.ts';
import { books, good, options, refused } from './refusals.ts';
import { houseKey, ines, jonas, origin, sampleBooks, witnesses } from './sample-books.ts';
import { pathOf, rootOf, sha } from './simple-merkle.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const hash = base64(sha());
const zeros = new Uint8Array(32);

describe('a tree of sums', () => {
  const top = 2n ** 120n - 1n;
  const rejected: [string, bigint, string[], number][] = [
    ['a negative amount', -1n, ['5'], 0],
    ['an amount that is too large', top + 1n, [], 0],
    ['a negative sum of others', 5n, ['-1'], 0],
    ['a sum of others that is too large', 0n, [`${top + 1n}`], 0],
    ['a sum that becomes too large', 1n, ['0', `${top}`], 0],
    ['a place that does not exist', 1n, ['0'], 2],
    ['41 levels', 1n, Array.from({ length: 41 }, () => '0'), 0],
  ];
  test.each(rejected)('rejects %s', async (_, amount, sums, index) => {
    const path = sums.map((sum) => ({ hash, sum }));
    await expect(sumRoot(zeros, amount, index, path)).rejects.toThrow(/out of range|no such leaf|too long/);
  });

  test('the largest possible sum is accepted', async () => {
    expect((await sumRoot(zeros, top, 1, [{ hash, sum: '0' }])).sum).toBe(top);
  });

  test('rejects hashes of another length', async () => {
    const short = base64(sha().subarray(1));
    await expect(sumRoot(zeros, 1n, 0, [{ hash: short, sum: '0' }])).rejects.toThrow('31 bytes, not 32');
    await expect(inclusionRoot(0, 2, zeros, [short])).rejects.toThrow('31 bytes, not 32');
  });
});

test.each([15, 16, 64, 65])('a secret of %i bytes is accepted only if it has 16 to 64 bytes', async (length) => {
  const member = { ...ines, secret: Buffer.alloc(length, 7) };
  const proof = sampleBooks({ members: [member, jonas] }).proofOf(member);
  expect((await verifyProof({ ...proof, entries: [] }, options)).ok).toBe(length >= 16 && length <= 64);
});

test('a proof is refused if white space makes it larger than 20 MB', async () => {
  expect(await refused(`${JSON.stringify(good)}${' '.repeat(20_000_000)}`)).toBe(
    'signature: This is larger than 20 MB.',
  );
});

test('an email address in capital letters or with a line break is refused', async () => {
  for (const email of ['Ines@florin.example', 'ines@florin.example\n4711', '']) {
    const member = { ...ines, email };
    const proof = sampleBooks({ members: [member, jonas] }).proofOf(member);
    expect(await refused({ ...proof, entries: [] })).toMatch(/^balances: The (proof|email address) is/);
  }
});

const note = (text: string) => signedNote(text, houseKey.line(text));
const keys = parseKeys([houseKey.verifierKey]);

test('a signed note with control characters or half a character is refused', async () => {
  expect((await openNote(note('text\n\nü 🎉\n'), await keys)).lines).toEqual(['text', '', 'ü 🎉']);
  for (const letter of ['\t', '\r', '\u0000', '\u001f', '\ud800'])
    await expect(openNote(note(`text${letter}\n`), await keys)).rejects.toThrow('malformed');
});

test('a signed note counts each key once, and ignores another name with the same key id', async () => {
  const line = houseKey.line('text\n');
  expect((await openNote(signedNote('text\n', line, line), await keys)).signers).toHaveLength(1);
  const renamed = line.replace(origin, 'other.example/log');
  expect((await openNote(signedNote('text\n', renamed), await keys)).signers).toEqual([]);
});

test('a signed note of a checkpoint needs a signing key, not a cosigning key', async () => {
  const text = good.checkpoint.slice(0, good.checkpoint.indexOf('\n\n') + 1);
  const cosigner = signerOf(origin, 'the first key', 4);
  const opened = openCheckpoint(signedNote(text, cosigner.line(text)), await parseKeys([cosigner.verifierKey]));
  await expect(opened).rejects.toThrow('not signed');
});

test('a signed note needs cosignatures in canonical base64', async () => {
  const [north] = witnesses;
  const text = good.checkpoint.slice(0, good.checkpoint.indexOf('\n\n') + 1);
  const line = north?.line(text) ?? '';
  const changed = line.replace(/.==\n$/, (end) => `${String.fromCodePoint((end.codePointAt(0) ?? 0) + 1)}==\n`);
  const known = await parseKeys([north?.verifierKey ?? '']);
  expect(Buffer.from(changed.split(' ')[2] ?? '', 'base64')).toEqual(Buffer.from(line.split(' ')[2] ?? '', 'base64'));
  await expect(openNote(signedNote(text, changed), known)).rejects.toThrow('base64');
});

test('a checkpoint that the former key signed after a change of the key is refused', async () => {
  const proof = sampleBooks({ isRotated: true }).proofOf(ines);
  const text = proof.checkpoint.slice(0, proof.checkpoint.indexOf('\n\n') + 1);
  const signed = { ...proof, checkpoint: signedNote(text, houseKey.line(text)) };
  expect(await refused(signed)).toBe("signature: The checkpoint is not signed by the log's key.");
});

test('a witness with two names counts once', async () => {
  const [one, other] = ['a.example', 'b.example'].map((name) => signerOf(name, 'the same key', 4));
  const text = good.checkpoint.slice(0, good.checkpoint.indexOf('\n\n') + 1);
  const lines = [one, other].map((signer) => signer?.line(text) ?? '');
  const proof = { ...good, checkpoint: signedNote(text, houseKey.line(text), ...lines) };
  const both = [one, other].map((signer) => signer?.verifierKey ?? '');
  expect(await refused(proof, { witnesses: both })).toContain('witnesses: 1 of the 2 witnesses');
  expect(await refused(proof, { witnesses: both, witnessesNeeded: 1 })).toBe('verified');
});

test('a consistency proof that leads to another checkpoint is refused', async () => {
  const proof = { ...sampleBooks({ filler: 'another' }).proofOf(ines), consistency: good.consistency };
  const detail = 'consistency: The consistency proof does not lead to this checkpoint.';
  expect(await refused(proof, { lastCheckpoint: books.checkpoint(37) })).toBe(detail);
});

test('pieces are refused if their sum is not the signed balance', async () => {
  const proof = sampleBooks({ statementText: (text) => text.replace('USD 123456', 'USD 123457') }).proofOf(ines);
  const balances = proof.balances.map((one) => (one.asset === 'USD' ? { ...one, amount: '123457' } : one));
  const detail = 'balances: The pieces of 123457 USD units have the sum 123456 USD units.';
  expect(await refused({ ...proof, balances })).toBe(detail);
});

test('a tree is refused if its depth differs from the stated depth', async () => {
  const deeper = sampleBooks({ sumsText: (text) => text.replaceAll(/ 3$/gm, ' 4') });
  expect(await refused(deeper.proofOf(ines))).toContain('balances: The balance in USD is not part of the sum');
});

test('postings of one account in two assets are refused', async () => {
  const postings = (texts: string[]) => texts.map((text) => text.replace('USD\n-76544', 'BTC\n-76544'));
  const detail = 'entries: Posting 2 of an account does not follow from the one before.';
  expect(await refused(sampleBooks({ postings }).proofOf(ines))).toBe(detail);
});

test('postings of an account are refused if their order differs from the log', async () => {
  const [second, third] = ['\n-76544\n2\n123456\n', '\n-456\n3\n123000\n'];
  const swap = (text: string) => (text.includes(second) ? text.replace(second, third) : text.replace(third, second));
  const detail = 'entries: Posting 3 of an account does not follow from the one before.';
  const proof = sampleBooks({ postings: (texts) => texts.map(swap) }).proofOf(ines);
  expect(await refused({ ...proof, entries: proof.entries.slice(1) })).toBe(detail);
});

type Entry = Proof['entries'][0];
/** Returns the step that rejects a log with only these entries. */
const refusedLog = (...log: readonly (readonly [Entry, Buffer])[]): Promise<string> => {
  const leaves = log.map(([, leaf]) => leaf);
  const text = `${origin}\n${log.length}\n${base64(rootOf(leaves))}\n`;
  const entries = log.map(([entry, leaf], index) => {
    const inclusion = pathOf(index, leaves).map(base64);
    return { ...entry, leaf: base64(leaf), index, inclusion };
  });
  const checkpoint = signedNote(text, houseKey.line(text));
  return refused({ ...books.receiptOf(ines), checkpoint, entries }, { witnesses: [] });
};
const refusedAlone = (entry: Entry, leaf: Buffer) => refusedLog([entry, leaf]);

test('two entries of one number in the journal are refused', async () => {
  const entryOf = (number: number, account: string): [Entry, Buffer] => {
    const [{ header: from, postings }] = good.entries as [Entry];
    const header = from.replace('\n4096\n', `\n${number}\n`);
    const text = (postings[0]?.text ?? '').replace(/member .*/, account);
    const leaf = Buffer.concat([Buffer.of(1), sha(Buffer.from(header)), sha(Buffer.from(text))]);
    return [{ index: 0, leaf: '', inclusion: [], header, postings: [{ place: 1, account: '1', text }] }, leaf];
  };
  expect(await refusedLog(entryOf(5, 'house fees 1'), entryOf(6, 'house fees 2'))).toBe('verified');
  const twice = refusedLog(entryOf(5, 'house fees 1'), entryOf(5, 'house fees 2'));
  expect(await twice).toBe('entries: Entry 5 of the journal is there twice.');
});

test('a journal entry with trailing bytes after its postings is refused', async () => {
  const [entry] = good.entries as [Entry];
  const leaf = Buffer.concat([Buffer.from(entry.leaf, 'base64'), Buffer.of(0)]);
  expect(await refusedAlone(entry, leaf)).toBe('entries: Entry 0 of the log is no journal entry.');
});

test('an entry or sums at a time that does not exist are refused', async () => {
  const [entry] = good.entries as [Entry];
  const at = (time: string) => {
    const header = entry.header.replace('2026-12-01', time);
    const rest = Buffer.from(entry.leaf, 'base64').subarray(33);
    return refusedAlone({ ...entry, header }, Buffer.concat([Buffer.of(1), sha(Buffer.from(header)), rest]));
  };
  expect(await at('2026-12-02')).toBe('verified');
  expect(await at('2028-02-29')).toBe('verified');
  for (const day of ['2026-99-02', '2026-02-29', '2026-02-30', '2026-11-31']) {
    expect(await at(day)).toBe('entries: Entry 0 of the log has another header.');
    const sums = sampleBooks({ sumsText: (text) => text.replace('2026-12-01', day) }).proofOf(ines);
    expect(await refused(sums)).toBe('sums: The time of the sums is malformed.');
  }
});

test('a key of an unknown type is refused', async () => {
  await expect(parseKeys([signerOf(origin, 'a key', 2).verifierKey])).rejects.toThrow('unknown type');
});

test.each([
  ['a letter that looks like another one', 'fl\u043Erin.example/log'],
  ['an invisible letter', 'florin.example\u200B/log'],
  ['a letter that turns the direction', 'florin.example\u202E/log'],
])('a key whose name has %s is refused', async (_, name) => {
  const signer = signerOf(name, 'a key');
  const text = good.checkpoint.slice(0, good.checkpoint.indexOf('\n\n') + 1).replace(origin, name);
  const checkpoint = signedNote(text, signer.line(text));
  const proof = { ...books.receiptOf(ines), origin: name, keys: [signer.verifierKey], checkpoint };
  const { failure } = await verifyProof(proof);
  expect(`${failure?.name}: ${failure?.detail}`).toBe('signature: The key is malformed.');
});

const [first, second, third] = ['one', 'two', 'three'].map((word) => signerOf(origin, word)) as [
  typeof houseKey,
  typeof houseKey,
  typeof houseKey,
];
type Change = { from: typeof houseKey; text: string };
const change = (from: typeof houseKey, to: typeof houseKey, size = 1): Change => ({
  from,
  text: `${origin}/key\n${size}\n${to.verifierKey}\n`,
});
/** Makes a receipt of a log with key notes at some of its four places. */
const receipt = (changes: Change[], places = [1, 2]): Proof => {
  const notes = changes.map(({ from, text }) => signedNote(text, from.line(text)));
  const log = Array.from({ length: 4 }, (_, at) => {
    const note = notes[places.indexOf(at)];
    return note === undefined ? Buffer.from(`${at}`) : Buffer.concat([Buffer.of(3), Buffer.from(note)]);
  });
  const text = `${origin}\n4\n${base64(rootOf(log))}\n`;
  const key_notes = notes.map((note, at) => {
    const index = places[at] ?? 0;
    return { note, index, inclusion: pathOf(index, log).map(base64) };
  });
  const keys = [first, second, third].map(({ verifierKey }) => verifierKey);
  return { ...books.receiptOf(ines), keys, key_notes, checkpoint: signedNote(text, third.line(text)), entries: [] };
};
const judged = async (proof: Proof) => (await verifyProof(proof, { trustedKeys: [first.verifierKey] })).failure?.detail;
const broken = 'A key of the log does not follow from the one before.';

test('two changes of the key are followed in the order of the log', async () => {
  expect(await judged(receipt([change(first, second), change(second, third)]))).toBeUndefined();
  expect(await judged(receipt([change(first, second), change(second, third)], [2, 1]))).toBe(broken);
});

test('two changes of the key must name the next key, in three lines, at a size that the log had reached', async () => {
  expect(await judged(receipt([change(first, second), change(second, second)]))).toBe(broken);
  expect(await judged(receipt([change(first, second), change(second, third, 3)]))).toBe(broken);
  const long = change(second, third);
  expect(await judged(receipt([change(first, second), { ...long, text: `${long.text}more\n` }]))).toBe(broken);
  const forged = change(third, third);
  expect(await judged(receipt([change(first, second), forged]))).toBe("The key is not signed by the log's key.");
});

test('two changes of the key must be given in full', async () => {
  const proof = receipt([change(first, second), change(second, third)]);
  expect(await judged({ ...proof, keys: proof.keys.slice(1) })).toBe('The keys are not those of one log.');
  expect(await judged({ ...proof, key_notes: proof.key_notes.slice(1) })).toBe('The keys are not those of one log.');
});

test("two changes of the key do not lead to a stranger's key after the trusted key", async () => {
  const [stranger, trusted] = [third, first].map(({ verifierKey }) => verifierKey) as [string, string];
  const forged = receipt([change(third, first)]);
  const detail = 'The keys are not those of one log.';
  expect(await judged({ ...forged, keys: [stranger, trusted, stranger] })).toBe(detail);
});
