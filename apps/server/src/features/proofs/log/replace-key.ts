import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault.ts';
import { appendEntries } from './append.ts';
import { entryMarks } from './entry-texts.ts';
import { openLogKeys } from './log-keys.ts';
import { lockHead } from './log-store.ts';

type Dependencies = { readonly ownerPool: Pool; readonly vault: Vault };

/** Verifiers accept 1,000 keys. The last 100 keys are reserved for restores, which always need another key. */
const mostRotated = 900;

/**
 * Replaces the key that signs the log. The old key names the new one in the log, and is then destroyed. Returns the new verifier key.
 * Refusals: `invalid_request` from 900 keys on.
 */
export const rotateLogKey = (dependencies: Dependencies): Promise<string | undefined> =>
  replaceKey(dependencies, (origin) => origin, mostRotated);

/**
 * After a restore, the log may have lost entries that others have seen. The log continues under another origin, so that
 * it contradicts nothing that it signed. The key note states the place of the cut.
 */
export const cutLog = (dependencies: Dependencies): Promise<string | undefined> => replaceKey(dependencies, nextOrigin);

/** `florin.example/log`, then `florin.example/log/2`, and so on. */
function nextOrigin(origin: string): string {
  const [, base = origin, number = '1'] = /^(.*)\/(\d+)$/.exec(origin) ?? [];
  return `${base}/${Number(number) + 1}`;
}

function replaceKey({ ownerPool: pool, vault }: Dependencies, rename: (origin: string) => string, most = Infinity) {
  const keys = openLogKeys({ pool, vault, origin: '' });
  return transact(pool, async (tx) => {
    const { size } = await lockHead(tx);
    const { length } = await keys.list(tx);
    if (length === 0) return undefined; // never started
    if (length >= most)
      throw new Refusal(
        'invalid_request',
        `The log has had ${length} keys. Proofs name all of them, and verifiers accept at most 1,000. The rest is kept for restores.`,
      );
    const note = await keys.replace(tx, rename(await keys.originOf(tx)), size);
    const bytes = Buffer.concat([Buffer.of(entryMarks.key), Buffer.from(note)]);
    await appendEntries(tx, keys, [{ bytes, journal: 0n }]);
    return (await keys.list(tx)).at(-1);
  });
}
