import { base64, type Bytes, check, equal, indexOf, joined, listOf, parsed, sizeOf, utf8 } from './bytes.ts';
import { inclusionRoot, rootsOf } from './merkle.ts';
import { type Checkpoint, openCheckpoint, openNote, openSigned, parseKeys } from './notes.ts';
import type { Found, Options, Passed, Proof } from './types.ts';

/** Opens the checkpoint, and follows the notes in which each key of the log names the next key. */
export async function checkSignature(found: Found, { trustedKeys }: Options): Promise<Passed> {
  const proof = parsed<Proof>(found.given);
  check(proof.format === 'florin-proof/1', 'This is no proof of the format florin-proof/1.');
  const [keys, notes] = [await parseKeys(proof.keys), listOf(proof.key_notes, 1_000)];
  // After a restore the log has a new name, which begins with the key that its note names.
  const areOfLog = keys.every(({ type }) => type === 1) && keys.at(-1)?.name === proof.origin;
  check(areOfLog && keys.length === notes.length + 1, 'The keys are not those of one log.');
  check(!trustedKeys || proof.keys.some((key) => trustedKeys.includes(key)), 'The key of the log is not trusted.');
  const log = { ...(await openCheckpoint(proof.checkpoint, keys.slice(-1))), keys };
  for (const [at, { note, index, inclusion }] of notes.entries()) {
    const { lines } = await openSigned(note, keys.slice(at, at + 1), '/key');
    const follows = lines.length === 3 && lines[2] === proof.keys[at + 1] && index > (notes[at - 1]?.index ?? -1);
    check(follows && sizeOf(lines[1]) <= index, 'A key of the log does not follow from the one before.');
    await include(log, index, joined(Uint8Array.of(3), utf8(note)), inclusion);
  }
  Object.assign(found, { proof, log });
  return [`The log's key signed a log of ${log.size} entries.`, { size: log.size }];
}

export async function include(log: Checkpoint, index: number, leaf: Bytes, path: readonly string[]): Promise<void> {
  check(equal(await inclusionRoot(index, log.size, leaf, path), log.root), `Entry ${index} is not in the log.`);
}

export async function checkWitnesses(found: Found, options: Options): Promise<Passed> {
  const { witnesses = [], witnessesNeeded: needed = witnesses.length, maxAgeSeconds = Infinity } = options;
  const { signers } = await openNote(found.proof.checkpoint, await parseKeys(witnesses));
  const age = (time: number) => (options.now ?? new Date()).getTime() / 1_000 - time;
  const counted = signers.filter(({ key, time }) => key.type === 4 && age(time) >= -300 && age(time) <= maxAgeSeconds);
  const signed = new Set(counted.map(({ key }) => base64(key.raw))).size;
  check(signed >= needed, `${signed} of the ${needed} witnesses that are needed signed the checkpoint.`);
  if (signed > 0) found.time = Math.max(...counted.map(({ time }) => time));
  return [`${signed} of ${witnesses.length} witnesses signed the checkpoint.`, { signed, needed }];
}

export async function checkConsistency({ proof, log }: Found, { lastCheckpoint }: Options): Promise<Passed> {
  const { consistency } = proof;
  check(consistency === null || indexOf(consistency.from) <= log.size, 'The consistency proof is missing.');
  if (lastCheckpoint === undefined) return ['There is no earlier checkpoint to compare with.', {}];
  const last = await openCheckpoint(lastCheckpoint, log.keys);
  const end = proof.key_notes[log.keys.findLastIndex(({ name }) => name === last.origin)]?.index ?? Infinity;
  check(last.size <= end, `A backup was restored. ${last.size - end} entries that were seen before are lost.`);
  check(last.size <= log.size, `The log has ${log.size} entries, fewer than the ${last.size} that were seen before.`);
  check(last.size < log.size || equal(last.root, log.root), `There are two different logs of ${log.size} entries.`);
  if (last.size < log.size && last.size > 0) {
    check(consistency?.from === last.size, `The consistency proof from ${last.size} entries is missing.`);
    const [first, second] = await rootsOf(last.size, log.size, listOf(consistency.hashes, 64));
    check(equal(second, log.root), 'The consistency proof does not lead to this checkpoint.');
    check(equal(first, last.root), `The first ${last.size} entries of the log were changed.`);
  }
  return [`The log continues the one of ${last.size} entries.`, { from: last.size, to: log.size }];
}
