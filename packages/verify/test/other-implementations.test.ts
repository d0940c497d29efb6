import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { inclusionRoot, openCheckpoint, openNote, parseKeys } from '../src/index.ts';
import { folder, makeVectors } from './write-vectors.ts';

/** The parts of @sigstore/verify that read logs. The package's index does not export these parts. */
type Entry = {
  canonicalizedBody: Buffer;
  inclusionProof: { logIndex: string; hashes: Buffer[]; checkpoint: { envelope: string } };
};
type Log = { baseURL: string; logID: Buffer; publicKey: ReturnType<typeof createPublicKey> };
type Read = { origin: string; logSize: bigint; logHash: Buffer };
const require = createRequire(import.meta.url);
const { verifyMerkleInclusion } = require('@sigstore/verify/dist/tlog/merkle') as {
  verifyMerkleInclusion: (entry: Entry, checkpoint: Read) => void;
};
const { verifyCheckpoint } = require('@sigstore/verify/dist/tlog/checkpoint') as {
  verifyCheckpoint: (entry: Entry, logs: Log[]) => Read;
};

const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(`${folder}${name}`, 'utf8'));
type LogVector = { key: string; checkpoint: string; entries: string[]; inclusion: string[][] };
type PublicVector = {
  key: string;
  witness: string;
  checkpoint: string;
  note: string;
  checkpoints: Record<string, string>;
  index: number;
  inclusion: string[];
  entry: string;
};
const bytes = (text: string) => Buffer.from(text, 'base64');

test.each(Object.entries(makeVectors()))('the vector %s equals the output of its generator', async (name, vector) => {
  expect(await read(name)).toEqual(JSON.parse(JSON.stringify(vector)));
});

describe('the client of Sigstore', async () => {
  const log = (await read('log.json')) as LogVector;
  const [, name = '', id = '', typed = ''] = /^(.+?)\+(.{8})\+(.+)$/.exec(log.key) ?? [];
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes(typed).subarray(1)]);
  const logs = [
    {
      baseURL: `https://${name}`,
      logID: Buffer.from(id, 'hex'),
      publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    },
  ];
  const entryOf = (index: number, checkpoint = log.checkpoint): Entry => ({
    canonicalizedBody: bytes(log.entries[index] ?? ''),
    inclusionProof: {
      logIndex: `${index}`,
      hashes: (log.inclusion[index] ?? []).map(bytes),
      checkpoint: { envelope: checkpoint },
    },
  });

  test('another implementation accepts our checkpoint and rejects a changed checkpoint', () => {
    expect(verifyCheckpoint(entryOf(0), logs)).toMatchObject({ origin: 'florin.example/log', logSize: 83n });
    expect(() => verifyCheckpoint(entryOf(0, log.checkpoint.replace('\n83\n', '\n84\n')), logs)).toThrow(
      'invalid checkpoint signature',
    );
  });

  test('another implementation accepts the inclusion of exactly the entries of our log', () => {
    const checkpoint = verifyCheckpoint(entryOf(0), logs);
    for (const index of log.entries.keys())
      expect(() => verifyMerkleInclusion(entryOf(index), checkpoint)).not.toThrow();
    const changed = { ...entryOf(7), canonicalizedBody: bytes(log.entries[8] ?? '') };
    expect(() => verifyMerkleInclusion(changed, checkpoint)).toThrow('calculated root hash');
  });
});

describe('texts of other logs', async () => {
  const vectors = (await read('public.json')) as Record<string, PublicVector>;
  const { rekor, certificates } = vectors as { rekor: PublicVector; certificates: PublicVector };

  test.each(Object.entries(rekor.checkpoints))(
    'the checkpoint %s of Rekor gets the expected verdict',
    async (name, checkpoint) => {
      const opened = openCheckpoint(checkpoint, await parseKeys([rekor.key]));
      const isRefused = await opened.then(
        () => false,
        () => true,
      );
      expect(isRefused).toBe(name.endsWith('_fail'));
    },
  );

  test('an entry of Rekor is included in its log', async () => {
    const checkpoint = rekor.checkpoints['rekor2-checkpoint-cosigned'] ?? '';
    const { size, root } = await openCheckpoint(checkpoint, await parseKeys([rekor.key]));
    const entry = new Uint8Array(bytes(rekor.entry));
    expect(await inclusionRoot(rekor.index, size, entry, rekor.inclusion)).toEqual(root);
    expect(await inclusionRoot(rekor.index, size, entry.slice(1), rekor.inclusion)).not.toEqual(root);
  });

  test('a checkpoint with cosignatures of public witnesses is accepted', async () => {
    const keys = await parseKeys([certificates.key, certificates.witness]);
    expect(await openCheckpoint(certificates.checkpoint, keys)).toMatchObject({ size: 1_432_088_532 });
    const { signers } = await openNote(certificates.checkpoint, keys);
    expect(signers.map(({ key, time }) => [key.name, time])).toEqual([
      ['arche2025h1.staging.ct.transparency.dev', 0],
      ['remora.n621.de', 1_779_573_024],
    ]);
    await expect(openNote(certificates.checkpoint.replace('1432088532', '1432088533'), keys)).rejects.toThrow(
      'is wrong',
    );
  });

  test.each(['goModules', 'specification', 'go'])('the signed note of %s is accepted', async (name) => {
    const { key = '', note = '' } = vectors[name] ?? {};
    const keys = await parseKeys([key]);
    expect((await openNote(note, keys)).signers).toHaveLength(1);
    await expect(openNote(` ${note}`, keys)).rejects.toThrow('is wrong');
  });
});
