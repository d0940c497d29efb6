import type { Command } from 'commander';
import { reencryptMailKeys } from '../features/mail/index.ts';
import { reencryptWebhookKeys } from '../features/events/index.ts';
import { reencryptPushKeys } from '../features/notifications/index.ts';
import { reencryptLogKeys, reencryptLogSecret } from '../features/proofs/index.ts';
import { reencryptDocumentKeys } from '../features/statements/index.ts';
import { ConfigProblem, parseConfig } from '../config.ts';
import { assertSameKey } from '../master-key.ts';
import { joinAsOwner } from '../open-database.ts';
import { changeMasterKey } from '../platform/change-master-key.ts';
import { reencryptDigestKey } from '../platform/keyed-digest.ts';
import { openVault } from '../platform/vault.ts';
import type { Terminal } from './command-problem.ts';

/** Adds `keys rotate`. */
export function addKeys(program: Command, terminal: Terminal) {
  program
    .command('keys')
    .description('change the master key')
    .command('rotate')
    .summary('encrypt all data under a new master key')
    .description(
      'Encrypt all data under FLORIN_MASTER_KEY instead of FLORIN_OLD_MASTER_KEY. Running servers must have both.',
    )
    .action(() => rotateMasterKey(terminal));
}

/** See docs/operate/keys.md. */
async function rotateMasterKey({ env, print }: Terminal) {
  const config = parseConfig(env);
  const { masterKey: to, oldMasterKey: from } = config;
  if (!to || !from)
    throw new ConfigProblem('Set both keys: the new one as FLORIN_MASTER_KEY, the old one as FLORIN_OLD_MASTER_KEY.');
  const { ownerPool, close } = await joinAsOwner(config, print);
  try {
    await assertSameKey(openVault(ownerPool, to, from));
    const progress = (keys: number) => print(`${keys} keys re-encrypted.`);
    const reencryptions = [
      reencryptPushKeys,
      reencryptWebhookKeys,
      reencryptMailKeys,
      reencryptDigestKey,
      reencryptLogKeys,
      reencryptLogSecret,
      reencryptDocumentKeys,
    ];
    await changeMasterKey(ownerPool, { to, from, reencryptions, progress });
  } finally {
    await close();
  }
  print('Everything is encrypted under FLORIN_MASTER_KEY. Florin no longer needs the old key, but older backups do.');
}
