import type { Calendar } from '../../../providers/calendar/calendar.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { sha256 } from '../log/digests.ts';
import { findAnchor, storeOts, type Anchor } from './anchor-store.ts';
import { readOtsFile, readProof, writeOtsFile } from './ots-file.ts';
import { attestedIn, continueProof, joinProofs, type TimeProof } from './ots-tree.ts';

/**
 * Submits an anchor's digest to a calendar, and stores its promise. All steps to the promise are computed.
 *
 * @throws if the calendar promises nothing, or names another address that would have to keep the promise
 */
export async function getPromise(pool: Pool, calendar: Calendar, size: number): Promise<void> {
  const anchor = await findAnchor(pool, size);
  if (!anchor || anchor.calendars.includes(calendar.url)) return;
  const digest = sha256(anchor.checkpoint);
  const proof = readProof(await calendar.submit(digest));
  if (promisesOf(calendar, proof, digest).length === 0) {
    const [other] = attestedIn(proof, digest).flatMap(({ attestation: one }) =>
      one.by === 'calendar' ? [one.url] : [],
    );
    throw new Error(other === undefined ? 'it promises nothing' : `it is ${other}: name this address`);
  }
  const before = anchor.ots && readOtsFile(anchor.ots).proof;
  await store(pool, anchor, before ? joinProofs(before, proof) : proof, [...anchor.calendars, calendar.url]);
}

/**
 * Asks a calendar for the proof from its promise to Bitcoin, and stores the proof if it exists. All steps of the proof
 * are computed.
 *
 * @throws if the answer does not lead to Bitcoin
 */
export async function completePromise(pool: Pool, calendar: Calendar, size: number): Promise<void> {
  const anchor = await findAnchor(pool, size);
  if (!anchor?.ots || !anchor.calendars.includes(calendar.url)) return;
  const { digest, proof } = readOtsFile(anchor.ots);
  for (const promised of promisesOf(calendar, proof, digest)) {
    const answer = await calendar.complete(promised);
    if (!answer) continue;
    const rest = readProof(answer);
    if (blocksIn(rest, promised).length === 0) throw new Error('its proof does not lead to Bitcoin');
    await store(pool, anchor, continueProof(proof, digest, promised, rest), anchor.calendars);
    return;
  }
}

/** Returns the messages that a calendar promises to put into Bitcoin. */
const promisesOf = ({ url }: Calendar, proof: TimeProof, digest: Buffer): Buffer[] =>
  attestedIn(proof, digest).flatMap(({ message, attestation: one }) =>
    one.by === 'calendar' && one.url.replace(/\/+$/, '') === url ? [message] : [],
  );

/** Returns the numbers of the blocks to which a proof leads. A Merkle root of Bitcoin has 32 bytes. */
const blocksIn = (proof: TimeProof, digest: Buffer): number[] =>
  attestedIn(proof, digest).flatMap(({ message, attestation: one }) =>
    one.by === 'bitcoin' && message.length === 32 ? [one.block] : [],
  );

async function store(pool: Pool, { size, checkpoint }: Anchor, proof: TimeProof, calendars: readonly string[]) {
  const digest = sha256(checkpoint);
  const blocks = blocksIn(proof, digest);
  const block = blocks.length > 0 ? Math.min(...blocks) : undefined;
  await storeOts(pool, { size, calendars, ots: writeOtsFile(digest, proof), block });
}
