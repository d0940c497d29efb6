import { reencryptMailKeys } from './features/mail/index.ts';
import { reencryptPushKeys } from './features/notifications/index.ts';
import { exitCodeFor } from './command-problem.ts';
import { ConfigProblem, parseConfig } from './config.ts';
import { assertSameKey } from './master-key.ts';
import { joinAsOwner } from './open-database.ts';
import { changeMasterKey } from './platform/change-master-key.ts';
import { reencryptDigestKey } from './platform/keyed-digest.ts';
import { openVault } from './platform/vault.ts';

/**
 * Changes the master key from FLORIN_OLD_MASTER_KEY to FLORIN_MASTER_KEY. Running servers must have both
 * (docs/operate/keys.md).
 *
 * @returns the exit code
 */
export async function rotateMasterKey(
  env: Record<string, string | undefined>,
  note: (line: string) => void,
): Promise<number> {
  try {
    const config = parseConfig(env);
    const { masterKey: to, oldMasterKey: from } = config;
    if (!to || !from)
      throw new ConfigProblem('Set both keys: the new one as FLORIN_MASTER_KEY, the old one as FLORIN_OLD_MASTER_KEY.');
    const { ownerPool, close } = await joinAsOwner(config, note);
    try {
      await assertSameKey(openVault(ownerPool, to, from));
      const progress = (keys: number) => note(`${keys} keys re-encrypted.`);
      const reencryptions = [reencryptPushKeys, reencryptMailKeys, reencryptDigestKey];
      await changeMasterKey(ownerPool, { to, from, reencryptions, progress });
    } finally {
      await close();
    }
    note('Everything is encrypted under FLORIN_MASTER_KEY. Florin no longer needs the old key, but older backups do.');
    return 0;
  } catch (error) {
    return exitCodeFor(error, note);
  }
}
