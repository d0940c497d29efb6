import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { signedNote } from './note-maker.ts';
import { houseKey, ines, sampleBooks, witnesses } from './sample-books.ts';
import { consistencyOf, pathOf, rootOf } from './simple-merkle.ts';

/** `node packages/verify/test/write-vectors.ts` writes the vectors. Other implementations may read them. */
export const folder = fileURLToPath(new URL('vectors/', import.meta.url));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export function makeVectors(): Record<string, unknown> {
  const books = sampleBooks();
  const other = sampleBooks({ filler: 'another' });
  const { entries } = books;
  const wrongSums = books.sumsText.replace('-173456', '-173455');
  return {
    'proof.json': books.proofOf(ines, 37),
    'rotated.json': sampleBooks({ isRotated: true }).proofOf(ines, 37),
    'receipt.json': books.receiptOf(ines),
    'fraud-two-roots.json': {
      format: 'florin-fraud/1',
      kind: 'two_roots',
      keys: [houseKey.verifierKey],
      found_at: '2026-12-01T05:00:00Z',
      first: books.checkpoint(),
      second: other.checkpoint(),
    },
    'fraud-wrong-sums.json': {
      format: 'florin-fraud/1',
      kind: 'wrong_sums',
      keys: [houseKey.verifierKey],
      found_at: '2026-12-01T05:00:00Z',
      sums: signedNote(wrongSums, houseKey.line(wrongSums)),
    },
    'log.json': {
      key: houseKey.verifierKey,
      witnesses: witnesses.map(({ verifierKey }) => verifierKey),
      checkpoint: books.checkpoint(),
      entries: entries.map(base64),
      inclusion: entries.map((_, index) => pathOf(index, entries).map(base64)),
      roots: entries.map((_, size) => base64(rootOf(entries.slice(0, size + 1)))),
      consistency: entries.map((_, size) => consistencyOf(size + 1, entries).map(base64)),
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await mkdir(folder, { recursive: true });
  for (const [name, vector] of Object.entries(makeVectors()))
    await writeFile(`${folder}${name}`, `${JSON.stringify(vector)}\n`);
}
