import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { sha256 } from '../log/digests.ts';
import { cosign, isSignedBy, readCheckpoint, readVerifierKey } from '../log/signed-note.ts';
import { isConsistent } from './is-consistent.ts';
import type { WitnessKey } from './witness-key.ts';

export type WitnessReply = { readonly status: number; readonly type?: string; readonly text: string };

const maxHashes = 63;

const refuse = (status: number, text: string): WitnessReply => ({ status, text: `${text}\n` });

type LogRow = { verifier_key: string; size: bigint; root: Buffer | null };

/**
 * Signs a checkpoint of a witnessed log, if it continues the last signed checkpoint (c2sp.org/tlog-witness). The stored
 * checkpoint is locked from the check to the commit, so that two parallel requests never roll it back.
 */
export async function addCheckpoint(pool: Pool, witness: WitnessKey, request: string): Promise<WitnessReply> {
  const parsed = readRequest(request);
  if (!parsed) return refuse(400, 'malformed request');
  const { old, hashes, note, checkpoint } = parsed;
  return transact(pool, async (tx): Promise<WitnessReply> => {
    const { rows } = await tx.query<LogRow>(
      'select verifier_key, size, root from witnessed_logs where origin = $1 for update',
      [checkpoint.origin],
    );
    const [log] = rows;
    const key = log && readVerifierKey(log.verifier_key);
    if (!log || !key) return refuse(404, 'unknown log');
    if (!isSignedBy(note, key)) return refuse(403, 'not signed by the log');
    if (old > checkpoint.size) return refuse(400, 'the old size is larger');
    if (old !== Number(log.size)) return { status: 409, type: 'text/x.tlog.size', text: `${log.size}\n` };
    const first = { size: old, root: log.root ?? sha256('') };
    const isEmpty = checkpoint.size === 0;
    if (isEmpty && !checkpoint.root.equals(first.root)) return refuse(422, 'this is not the root of an empty log');
    if (!isConsistent(first, checkpoint, hashes)) return refuse(422, 'the log does not continue');
    if (!isEmpty)
      await tx.query('update witnessed_logs set size = $2, root = $3 where origin = $1', [
        checkpoint.origin,
        checkpoint.size,
        checkpoint.root,
      ]);
    const time = BigInt(Math.floor(Date.now() / 1_000));
    return { status: 200, text: cosign(checkpoint.text, witness.key, witness.privateKey, time) };
  });
}

function readRequest(request: string) {
  const end = request.indexOf('\n\n');
  const [first = '', ...lines] = request.slice(0, end).split('\n');
  const [, old] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? [];
  const note = request.slice(end + 2);
  const checkpoint = readCheckpoint(note);
  if (end < 0 || old === undefined || !checkpoint || lines.length > maxHashes) return undefined;
  if (!lines.every((line) => /^[\w+/]{43}=$/.test(line))) return undefined;
  return { old: Number(old), hashes: lines.map((line) => Buffer.from(line, 'base64')), note, checkpoint };
}
