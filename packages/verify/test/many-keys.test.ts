import { expect, test } from 'vitest';
import { type Proof, verifyProof } from '../src/index.ts';
import { signedNote, signerOf } from './note-maker.ts';
import { books } from './refusals.ts';
import { ines, origin } from './sample-books.ts';
import { pathOf, rootOf } from './simple-merkle.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const signers = Array.from({ length: 121 }, (_, n) => signerOf(origin, `key ${n}`));
const [first, last] = [signerOf(origin, 'key 0'), signerOf(origin, 'key 120')];

function receiptAfterManyChanges(): Proof {
  const notes = signers.slice(1).map((next, at) => {
    const text = `${origin}/key\n${at}\n${next.verifierKey}\n`;
    return signedNote(text, signers[at]?.line(text) ?? '');
  });
  const log = notes.map((note) => Buffer.concat([Buffer.of(3), Buffer.from(note)]));
  const text = `${origin}\n${log.length}\n${base64(rootOf(log))}\n`;
  return {
    ...books.receiptOf(ines),
    keys: signers.map(({ verifierKey }) => verifierKey),
    key_notes: notes.map((note, index) => ({ note, index, inclusion: pathOf(index, log).map(base64) })),
    checkpoint: signedNote(text, last.line(text)),
    entries: [],
  };
}

test('a proof is accepted after 120 changes of the key with trust in the first or the last key', async () => {
  const proof = receiptAfterManyChanges();
  for (const { verifierKey } of [first, last])
    expect(await verifyProof(proof, { trustedKeys: [verifierKey] })).toMatchObject({ ok: true });
});

test('a proof with more than 1,000 keys is refused', async () => {
  const keys = Array.from({ length: 1_001 }, () => first.verifierKey);
  expect((await verifyProof({ ...receiptAfterManyChanges(), keys })).failure?.detail).toBe(
    'A list is missing or too long.',
  );
});
