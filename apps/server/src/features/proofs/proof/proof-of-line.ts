import { setTimeout as sleep } from 'node:timers/promises';
import type { Proof } from '@florin/contract';
import { Refusal } from '../../../platform/refusal.ts';
import type { Member } from '../../identity/index.ts';
import { entryOfLine } from './entry-of-line.ts';
import { proofOfEntry, type Proving } from './proof.ts';

const patienceMs = 2_000;
const lookEveryMs = 200;

/**
 * Returns the proof of a transaction, whose owner the caller has checked. A new entry is in the log after about a
 * second. Waits for the entry up to two seconds. Refusals: `not_found`, `proof_not_ready`.
 */
export async function proofOfLine(proving: Proving, member: Member, id: string, since?: number): Promise<Proof> {
  const entry = await entryOfLine(await proving.ledger.booksOf(member.id), id);
  if (entry === undefined) throw new Refusal('not_found', 'This transaction does not exist.');
  const until = performance.now() + patienceMs;
  for (;;)
    try {
      return await proofOfEntry(proving, member, entry, since);
    } catch (error) {
      const isEarly = error instanceof Refusal && error.code === 'proof_not_ready';
      if (!isEarly || performance.now() > until) throw error;
      await sleep(lookEveryMs);
    }
}
