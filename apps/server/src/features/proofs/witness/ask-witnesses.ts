import type { Logger } from 'pino';
import type { Witness } from '../../../providers/witness/witness.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { gauge } from '../../../platform/metrics/registry.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import type { Log } from '../log/log.ts';
import { readHead, storedTiles, type LogHead } from '../log/log-store.ts';
import { consistencyProof } from '../log/merkle.ts';
import { isSignedBy, noteText, readVerifierKey } from '../log/signed-note.ts';

const everySeconds = 5;

const signedAt = gauge('florin_log_witness_signed_timestamp_seconds', 'When the witness signed last', ['witness']);

type Dependencies = Log & { readonly witnesses: readonly Witness[]; readonly logger: Logger };

/** Asks the configured witnesses to sign the newest checkpoint. */
export const scheduleWitnesses = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'ask-witnesses', everySeconds, async () => {
    const failures = await askWitnesses(dependencies, dependencies.witnesses);
    if (failures.length > 0) throw new AggregateError(failures, 'witnesses did not sign the log');
  });

/**
 * Asks each witness that is due. A witness that does not answer does not keep the others from signing. Returns the
 * failures of the asked witnesses.
 */
export async function askWitnesses(log: Log, witnesses: readonly Witness[]): Promise<Error[]> {
  const head = await readHead(log.pool);
  const { checkpoint } = head;
  if (checkpoint === null) return [];
  const pausing = await pausingWitnesses(log.pool);
  const due = witnesses.filter(({ verifierKey }) => !pausing.has(verifierKey));
  const outcomes = await Promise.all(
    due.map(async (witness) => {
      try {
        await askWitness(log, witness, { ...head, checkpoint });
        return [];
      } catch (error) {
        await recordFailure(log.pool, witness.verifierKey);
        return [new Error(`witness ${witness.verifierKey}: ${String(error)}`)];
      }
    }),
  );
  return outcomes.flat();
}

async function askWitness(
  { pool }: Log,
  { verifierKey, addCheckpoint }: Witness,
  head: LogHead & { readonly checkpoint: string },
): Promise<void> {
  const key = readVerifierKey(verifierKey);
  if (!key) throw new Error('its key cannot be read');
  let old = await signedSize(pool, verifierKey);
  if (old === head.size) return;
  const ask = async () => {
    const hashes = await consistencyProof(storedTiles(pool), old, head.size);
    const lines = [`old ${old}`, ...hashes.map((hash) => hash.toString('base64'))];
    return addCheckpoint(`${lines.join('\n')}\n\n${head.checkpoint}`);
  };
  let answer = await ask();
  const [, known] = answer.status === 409 ? (/^(\d{1,16})\n$/.exec(answer.text) ?? []) : [];
  if (known !== undefined && Number(known) <= head.size) {
    old = Number(known);
    answer = await ask();
  }
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${answer.text.slice(0, 200).trim()}`);
  const line = answer.text.split(/(?<=\n)/).find((one) => isSignedBy(`${noteText(head.checkpoint)}\n${one}`, key));
  if (line === undefined) throw new Error('its signature is not valid');
  await storeSignature(pool, verifierKey, { size: head.size, checkpoint: head.checkpoint, line });
  await forgetFailure(pool, verifierKey);
  signedAt.set({ witness: key.name }, Date.now() / 1_000);
}

/** Returns the witnesses that failed and are not due for the next question. */
async function pausingWitnesses(database: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ verifier_key: string }>(
    'select verifier_key from log_witness_failures where due_at > now()',
  );
  return new Set(rows.map((row) => row.verifier_key));
}

/**
 * The pause after a failure is five seconds, and then doubles up to five minutes. The pause is the time since the first
 * failure, plus five seconds.
 */
async function recordFailure(database: Queryable, verifierKey: string): Promise<void> {
  await database.query(
    // The time is a second early, because the runs of the job are not exactly five seconds apart.
    `insert into log_witness_failures as f (verifier_key, due_at) values ($1, now() + interval '4 seconds')
     on conflict (verifier_key) do update
     set asked_at = now(), due_at = now() + interval '4 seconds' + least(now() - f.failing_since, interval '295 seconds')`,
    [verifierKey],
  );
}

async function forgetFailure(database: Queryable, verifierKey: string): Promise<void> {
  await database.query('delete from log_witness_failures where verifier_key = $1', [verifierKey]);
}

async function signedSize(database: Queryable, verifierKey: string): Promise<number> {
  const { rows } = await database.query<{ size: bigint }>('select size from log_witnesses where verifier_key = $1', [
    verifierKey,
  ]);
  return Number(rows[0]?.size ?? 0);
}

type Signature = { readonly size: number; readonly checkpoint: string; readonly line: string };

async function storeSignature(database: Queryable, verifierKey: string, { size, checkpoint, line }: Signature) {
  await database.query(
    `insert into log_witnesses as w (verifier_key, size, checkpoint, line) values ($1, $2, $3, $4)
     on conflict (verifier_key) do update
     set size = excluded.size, checkpoint = excluded.checkpoint, line = excluded.line, signed_at = now()
     where w.size <= excluded.size`,
    [verifierKey, size, checkpoint, line],
  );
}

export type Cosigned = { readonly size: number; readonly checkpoint: string };

/** Returns the newest checkpoint that these witnesses signed, with all their signatures of this checkpoint. */
export async function newestCosigned(database: Queryable, keys: readonly string[]): Promise<Cosigned | undefined> {
  const { rows } = await database.query<{ size: bigint; checkpoint: string; lines: string }>(
    `select size, checkpoint, string_agg(line, '' order by verifier_key) as lines from log_witnesses
     where verifier_key = any ($1) group by size, checkpoint order by count(*) desc, size desc limit 1`,
    [keys],
  );
  return rows[0] && { size: Number(rows[0].size), checkpoint: rows[0].checkpoint + rows[0].lines };
}

type SignatureRow = { verifier_key: string; size: bigint; signed_at: Date };

/** Returns the last signature of each of these witnesses. */
export async function signaturesOf(database: Queryable, keys: readonly string[]) {
  const { rows } = await database.query<SignatureRow>(
    'select verifier_key, size, signed_at from log_witnesses where verifier_key = any ($1)',
    [keys],
  );
  return keys.map((key) => {
    const row = rows.find(({ verifier_key }) => verifier_key === key);
    return { key, size: row ? Number(row.size) : null, signed_at: row?.signed_at.toISOString() ?? null };
  });
}
