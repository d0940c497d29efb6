import { checkBalances, checkSums } from './balances.ts';
import { base64, check, parsed, reasonOf } from './bytes.ts';
import { checkEntries } from './entries.ts';
import { checkConsistency, checkWitnesses, openLog } from './log.ts';
import type { Found, Options, Passed, Proof, Step, Verdict } from './types.ts';

/** Checks a proof, as JSON text or parsed. Never throws: what cannot be read is a failed step. */
export async function verifyProof(given: unknown, options: Options = {}): Promise<Verdict> {
  const steps: Step[] = [];
  const step = async (name: string, run: () => Promise<Passed>): Promise<void> => {
    const done = await run().catch((error: unknown) => reasonOf(error));
    const isRefused = typeof done === 'string';
    steps.push({ name, ok: !isRefused, detail: isRefused ? done : done[0], numbers: isRefused ? {} : done[1] });
  };
  let read: { proof: Proof; found: Found } | undefined;
  await step('signature', async () => {
    const proof = parsed<Proof>(given);
    const log = await openLog(proof, options);
    read = { proof, found: { log } };
    return [`The log's key signed a log of ${log.size} entries.`, { size: log.size }];
  });
  const others = { witnesses: checkWitnesses, consistency: checkConsistency, sums: checkSums, balances: checkBalances };
  for (const [name, run] of Object.entries({ ...others, entries: checkEntries }))
    await step(name, async () => {
      check(read, 'Not checked, because the checkpoint is not valid.');
      return run(read.proof, options, read.found);
    });
  const failure = steps.find(({ ok }) => !ok);
  const { log, time } = read?.found ?? {};
  const checkpoint = log && { size: log.size, root: base64(log.root), time };
  const keyTrusted = log !== undefined && options.trustedKeys !== undefined;
  return { ok: !failure, keyTrusted, steps, ...(failure && { failure }), ...(checkpoint && { checkpoint }) };
}
