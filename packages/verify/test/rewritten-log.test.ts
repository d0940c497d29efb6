import { expect, test } from 'vitest';
import type { Options, Proof } from '../src/index.ts';
import { signedNote, signerOf } from './note-maker.ts';
import { books, changed, good, refused, refusedTrick } from './refusals.ts';
import { houseKey, ines, jonas, nextKey, sampleBooks, witnesses } from './sample-books.ts';
import { sha } from './simple-merkle.ts';

const lastCheckpoint = books.checkpoint(37);

test('a rewritten log is found by its consistency proof', async () => {
  const other = sampleBooks({ filler: 'another' });
  expect(await refused(other.proofOf(ines, 37), { lastCheckpoint })).toMatch(
    /^consistency: The (first 37 entries|consistency)/,
  );
  const wrong = changed((proof) => proof.consistency?.hashes.reverse());
  expect(await refused(wrong, { lastCheckpoint })).toContain('consistency: ');
  const short = changed((proof) => proof.consistency?.hashes.pop());
  expect(await refused(short, { lastCheckpoint })).toBe('consistency: A proof has too few hashes.');
  const long = changed((proof) => proof.consistency?.hashes.push(sha().toString('base64')));
  expect(await refused(long, { lastCheckpoint })).toBe('consistency: A proof has too many hashes.');
  expect(await refused({ ...good, consistency: null }, { lastCheckpoint })).toContain(
    'consistency: The consistency proof from 37',
  );
  expect(await refused(books.proofOf(ines, 36), { lastCheckpoint })).toContain(
    'consistency: The consistency proof from 37',
  );
});

test('a rewritten log is found if two checkpoints of one size differ', async () => {
  const split = sampleBooks({ filler: 'another' }).checkpoint();
  expect(await refused(good, { lastCheckpoint: split })).toBe(
    'consistency: There are two different logs of 83 entries.',
  );
});

test('a rewritten log is found if the log became shorter', async () => {
  expect(
    await refused({ ...good, checkpoint: books.checkpoint(82) }, { lastCheckpoint: books.checkpoint() }),
  ).toContain('fewer than the 83');
});

const withCheckpoint = (checkpoint: string, others?: Options) => refused({ ...good, checkpoint }, others);
const [text, lines] = [
  good.checkpoint.slice(0, good.checkpoint.indexOf('\n\n') + 1),
  good.checkpoint.slice(good.checkpoint.indexOf('\n\n') + 2),
];

test('a checkpoint is refused with a wrong signature, key or key id', async () => {
  const forged = signerOf(houseKey.name, 'another key');
  expect(await withCheckpoint(signedNote(text, forged.line(text)))).toContain(
    'signature: The checkpoint is not signed',
  );
  expect(
    await refused({ ...good, keys: [forged.verifierKey], checkpoint: signedNote(text, forged.line(text)) }),
  ).toContain('signature: The key of the log is not trusted.');
  expect(await refused({ ...good, keys: [houseKey.verifierKey.replace(/\+.{8}\+/, '+01234567+')] })).toContain(
    'signature: The id of the key',
  );
  expect(await withCheckpoint(good.checkpoint.replace('\n83\n', '\n84\n'))).toContain(
    'signature: The signature of florin.example/log is wrong.',
  );
  expect(await refused({ ...good, origin: 'other.example/log' })).toContain('signature: The keys are not those');
  const asWitness = signerOf(houseKey.name, 'the first key', 4);
  const cosigned = { ...good, keys: [asWitness.verifierKey], checkpoint: signedNote(text, asWitness.line(text)) };
  expect(await refused(cosigned, { trustedKeys: [asWitness.verifierKey] })).toContain(
    'signature: The keys are not those',
  );
});

test('a checkpoint is refused with a changed, cut or added line of a known key', async () => {
  const line = houseKey.line(text);
  const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
  const order = Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex');
  let carry = 0;
  for (let at = 0; at < 32; at++) {
    const sum = (bytes[36 + at] ?? 0) + (order[at] ?? 0) + carry;
    bytes[36 + at] = sum & 255;
    carry = sum >> 8;
  }
  // Adds the group's order to S. The same equation holds, so a careless library accepts this signature.
  const malleable = `— ${houseKey.name} ${bytes.toString('base64')}\n`;
  expect(await withCheckpoint(signedNote(text, malleable))).toContain('signature: The signature of');
  expect(await withCheckpoint(signedNote(text, line, malleable))).toContain('signature: The signature of');
  expect(await withCheckpoint(signedNote(text, line.replace(/=\n$/, '\n')))).toContain(
    'signature: The base64 is malformed.',
  );
  expect(await withCheckpoint(`${text}\n${lines} `)).toContain('signature: The signed note is malformed.');
  expect(await withCheckpoint(`${text}${lines}`)).toContain('signature: The signed note is malformed.');
  expect(await withCheckpoint(signedNote(text, ...Array.from({ length: 101 }, () => line)))).toContain(
    'signature: The signed note is malformed.',
  );
});

test('a checkpoint in another form is refused', async () => {
  const forms = [
    text.replace('\n83\n', '\n083\n'),
    text.replace('\n83\n', '\n+83\n'),
    text.replace('\n83\n', '\n83 \n'),
    text.replace('\n83\n', '\n9007199254740993\n'),
    `${text}\n`,
    text.replace(/=\n$/, '\n'),
    text.replace('\n', '\r\n'),
    `\uFEFF${text}`,
  ];
  for (const form of forms)
    expect(await withCheckpoint(signedNote(form, houseKey.line(form))), `${form}`).toMatch(/^signature: /);
});

test('a checkpoint counts each known witness once', async () => {
  const [north] = witnesses;
  const cosignature = north?.line(text) ?? '';
  const twice = signedNote(text, houseKey.line(text), cosignature, cosignature);
  const one = [north?.verifierKey ?? ''];
  expect(await withCheckpoint(twice, { witnesses: one })).toBe('verified');
  expect(await withCheckpoint(twice, { witnesses: [...one, ...one], witnessesNeeded: 2 })).toContain(
    'witnesses: 1 of the 2',
  );
  expect(await withCheckpoint(twice, { witnessesNeeded: 2 })).toContain('witnesses: 1 of the 2');
  expect(await withCheckpoint(signedNote(text, houseKey.line(text)))).toContain('witnesses: 0 of the 3');
  const stranger = signerOf('north.example/w', 'a stranger', 4);
  expect(
    await withCheckpoint(signedNote(text, houseKey.line(text), stranger.line(text)), { witnesses: one }),
  ).toContain('witnesses: 0 of the 1');
  expect(
    await withCheckpoint(signedNote(text, houseKey.line(text), cosignature.replace(/.{6}=\n$/, 'AAAAAA=\n')), {
      witnesses: one,
    }),
  ).toMatch(/^witnesses: The (signature|base64)/);
  expect(await withCheckpoint(twice, { witnesses: [houseKey.verifierKey] })).toContain('witnesses: 0 of the 1');
  expect(await withCheckpoint(twice, { witnesses: one, witnessesNeeded: Number.NaN })).toContain('witnesses: ');
});

test('a checkpoint does not count old or future cosignatures', async () => {
  expect(await refused(good, { maxAgeSeconds: 3_600 })).toBe('verified');
  expect(await refused(good, { maxAgeSeconds: 3_599 })).toContain('witnesses: 0 of the 3');
  expect(await refused(good, { now: new Date('2026-12-01T03:54:59Z') })).toContain('witnesses: 0 of the 3');
});

test('a checkpoint needs a key note in the log for each further key', async () => {
  const rotated = sampleBooks({ isRotated: true });
  const proof = rotated.proofOf(ines);
  expect(await refused({ ...proof, key_notes: [] })).toContain('signature: The keys are not those');
  expect(await refused({ ...proof, keys: proof.keys.toReversed() })).toMatch(/^signature: /);
  const [note] = proof.key_notes;
  expect(await refused({ ...proof, key_notes: [{ ...note, index: 54 }] })).toContain(
    'signature: Entry 54 is not in the log.',
  );
  const forged = signerOf(houseKey.name, 'another key');
  const text2 = `${houseKey.name}/key\n50\n${forged.verifierKey}\n`;
  const unlogged = { ...note, note: signedNote(text2, houseKey.line(text2)) };
  const checkpoint = signedNote(
    proof.checkpoint.split('\n\n')[0] + '\n',
    forged.line(proof.checkpoint.split('\n\n')[0] + '\n'),
  );
  expect(
    await refused({ ...proof, checkpoint, keys: [houseKey.verifierKey, forged.verifierKey], key_notes: [unlogged] }),
  ).toContain('signature: Entry 55 is not in the log.');
  expect(await refused({ ...proof, keys: [nextKey.verifierKey], key_notes: [] })).toContain('is not trusted');
});

const edit = (change: (entry: Proof['entries'][0]) => void) => changed((proof) => proof.entries.forEach(change));

test('an entry is refused with a changed header, posting, place or account', async () => {
  expect(await refused(edit((entry) => (entry.header = entry.header.replace('2026', '2025'))))).toContain(
    'entries: Entry 3 of the log has another header.',
  );
  const posting = (from: RegExp, to: string) =>
    edit((entry) => entry.postings.forEach((one) => (one.text = one.text.replace(from, to))));
  expect(await refused(posting(/\n200000\n/, '\n200001\n'))).toContain(
    'entries: Entry 3 of the log has another posting.',
  );
  expect(await refused(edit((entry) => entry.postings.forEach((one) => (one.place = 1))))).toContain(
    'has another posting',
  );
  expect(await refused(edit((entry) => entry.postings.forEach((one) => (one.place = 3))))).toContain(
    'has another posting',
  );
  expect(await refused(edit((entry) => entry.postings.forEach((one) => (one.account = '4712'))))).toBe(
    'entries: Entry 3 is on another account.',
  );
  expect(await refused(edit((entry) => (entry.index += 1)))).toBe('entries: Entry 4 is not in the log.');
  expect(await refused(edit((entry) => (entry.leaf = sha().toString('base64'))))).toBe(
    'entries: Entry 3 is not in the log.',
  );
  const sums = changed(
    (proof) =>
      (proof.entries = [
        {
          ...(proof.entries[0] as Proof['entries'][0]),
          ...books.included(62),
          leaf: books.entries[62]?.toString('base64') ?? '',
        },
      ]),
  );
  expect(await refused(sums)).toBe('entries: Entry 62 of the log is no journal entry.');
});

test('an entry is refused with numbers in another form', async () => {
  const trick = (from: string, to: string) =>
    refusedTrick({ postings: (texts) => texts.map((text) => text.replace(from, to)) });
  for (const [from, to] of [
    ['\n200000\n', '\n0200000\n'],
    ['\n-76544\n', '\n-076544\n'],
    ['\n1\n', '\n01\n'],
    ['\n123456\n', '\n+123456\n'],
    ['florin-posting/1', 'florin-posting/2'],
  ])
    expect(await trick(from ?? '', to ?? ''), `${to}`).toMatch(/^entries: The posting is malformed/);
});

test('an entry is refused after a gap, twice, or with a wrong balance', async () => {
  expect(await refused(changed((proof) => proof.entries.splice(1, 1)))).toBe(
    'entries: Posting 2 of an account is missing.',
  );
  expect(await refused(changed((proof) => proof.entries.push(...proof.entries.slice(2))))).toBe(
    'entries: Entry 8200 of the journal is there twice.',
  );
  const wrong = {
    postings: (texts: string[]) => texts.map((text) => text.replace('\n-76544\n2\n123456\n', '\n-76544\n2\n123457\n')),
  };
  expect(await refusedTrick(wrong)).toBe('entries: Posting 2 of an account does not follow from the one before.');
});

test("an entry of another member is refused with the reader's secret", async () => {
  const proof = { ...good, entries: books.proofOf(jonas).entries };
  expect(await refused(proof)).toBe('entries: Entry 41 is on another account.');
});
