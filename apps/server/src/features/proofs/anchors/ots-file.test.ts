import { describe, expect, test } from 'vitest';
import { otsVectors as vectors } from '../../../../test/ots-vectors.ts';
import { readOtsFile, readProof, writeOtsFile, writeProof } from './ots-file.ts';
import { applyOperation, attestedIn, continueProof, joinProofs } from './ots-tree.ts';

const { digest } = vectors;
const hex = (text: string) => Buffer.from(text, 'hex');
const promise = '0083dfe30d2ef90c8e161568747470733a2f2f616c6963652e6578616d706c65';

describe('the format of OpenTimestamps', () => {
  test.each(['alice', 'bob', 'aliceRest'] as const)('reads a proof and writes it back equal: %s', (name) => {
    expect(writeProof(readProof(vectors[name]))).toEqual(vectors[name]);
  });

  test.each(['pendingFile', 'completeFile'] as const)('reads an .ots file and writes it back equal: %s', (name) => {
    const { digest: stamped, proof } = readOtsFile(vectors[name]);
    expect(stamped).toEqual(digest);
    expect(writeOtsFile(stamped, proof)).toEqual(vectors[name]);
  });

  test('an OpenTimestamps proof gives the message that a calendar promises, and the root of the block', () => {
    expect(attestedIn(readProof(vectors.alice), digest)).toEqual([
      { message: vectors.alicePromised, attestation: { by: 'calendar', url: 'https://alice.example' } },
    ]);
    expect(attestedIn(readProof(vectors.aliceRest), vectors.alicePromised)).toEqual([
      { message: vectors.root, attestation: { by: 'bitcoin', block: 926_001 } },
    ]);
  });

  test('joins the promises of two calendars in an OpenTimestamps proof, and a promise with its proof', () => {
    const both = joinProofs(readProof(vectors.alice), readProof(vectors.bob));
    expect(writeOtsFile(digest, both)).toEqual(vectors.pendingFile);
    const complete = continueProof(both, digest, vectors.alicePromised, readProof(vectors.aliceRest));
    expect(writeOtsFile(digest, complete)).toEqual(vectors.completeFile);
  });

  test('joins steps that two OpenTimestamps proofs share', () => {
    const one = readProof(hex(`08f001aa${promise}`));
    const other = readProof(hex(`08f101bb${promise}`));
    expect(writeProof(joinProofs(one, other)).toString('hex')).toBe(`08fff001aa${promise}f101bb${promise}`);
  });

  test('keeps unknown attestations of an OpenTimestamps proof', () => {
    const unknown = hex('000102030405060708020a0b');
    expect(attestedIn(readProof(unknown), digest)[0]?.attestation.by).toBe('other');
    expect(writeProof(readProof(unknown))).toEqual(unknown);
  });

  test('an OpenTimestamps proof may have numbers of several bytes', () => {
    for (const block of [0, 127, 128, 16_383, 16_384, 926_001, 2 ** 31]) {
      const proof = { attestations: [{ by: 'bitcoin' as const, block }], steps: [] };
      expect(readProof(writeProof(proof))).toEqual(proof);
    }
  });

  test.each([
    ['that ends too early', vectors.alice.subarray(0, -1), 'ends too early'],
    ['without anything', Buffer.alloc(0), 'ends too early'],
    ['that is followed by bytes', Buffer.concat([vectors.alice, Buffer.of(0)]), 'bytes follow'],
    ['with an operation that it lacks', hex(`67${promise}`), '0x67, which is not supported'],
    ['with an argument that is too long', hex('f08120'), 'too long'],
    ['with an endless number', hex('f0ffffffffffffffffff'), 'too large'],
    ['with too many steps', Buffer.alloc(300, 8), 'too many steps'],
    ['with an address that a request could not have', hex('0083dfe30d2ef90c8e03026120'), 'address'],
    ['whose attestation has more bytes than it says', hex('000588960d73d71901020101'), 'bytes follow'],
  ])('refuses an OpenTimestamps proof %s', (_, bytes, message) => expect(() => readProof(bytes)).toThrow(message));

  test.each([
    ['of another kind', Buffer.from('%PDF-1.7 and what follows it, which is long enough'), 'not a time stamp'],
    ['of another digest', Buffer.concat([vectors.pendingFile.subarray(0, 32), hex('02')]), 'SHA-256'],
    ['that is cut off', vectors.pendingFile.subarray(0, 60), 'ends too early'],
  ])('refuses an OpenTimestamps file %s', (_, bytes, message) => expect(() => readOtsFile(bytes)).toThrow(message));

  test('refuses an OpenTimestamps proof that is empty or has a message that is too long', () => {
    const bytes = Buffer.alloc(4_000);
    expect(() => applyOperation({ name: 'append', bytes }, bytes)).toThrow(RangeError);
    expect(() => writeProof({ attestations: [], steps: [] })).toThrow('empty');
  });
});
