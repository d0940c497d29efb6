import { checkBalances as balances, checkSums as sums } from './balances.ts';
import { base64, reasonOf } from './bytes.ts';
import { checkEntries as entries } from './entries.ts';
import { checkConsistency as consistency, checkSignature as signature, checkWitnesses as witnesses } from './log.ts';
import type { Found, Options, Step, Verdict } from './types.ts';

const checks = { signature, witnesses, consistency, sums, balances, entries };

/** Checks a proof, as JSON text or parsed. Never throws: an unreadable proof is a failed step. */
export async function verifyProof(given: unknown, options: Options = {}): Promise<Verdict> {
  const steps: Step[] = [];
  const found = { given } as Found;
  for (const [name, run] of Object.entries(checks)) {
    const canRun = name === 'signature' || found.log !== undefined;
    const done = canRun ? await run(found, options).catch(reasonOf) : 'Not checked, because the checkpoint is wrong.';
    const [detail, numbers] = typeof done === 'string' ? [done, {}] : done;
    steps.push({ name, ok: typeof done !== 'string', detail, numbers });
  }
  const failure = steps.find(({ ok }) => !ok);
  const checkpoint = found.log && { size: found.log.size, root: base64(found.log.root), time: found.time };
  const keyTrusted = options.trustedKeys !== undefined;
  return { ok: !failure, keyTrusted, steps, ...(failure && { failure }), ...(checkpoint && { checkpoint }) };
}
