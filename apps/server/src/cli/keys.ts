import type { Command } from 'commander';
import { reencryptMailKeys } from '../features/mail/index.ts';
import { reencryptWebhookKeys } from '../features/events/index.ts';
import { reencryptPushKeys } from '../features/notifications/index.ts';
import { reencryptLogKeys, reencryptLogSecret, reencryptWitnessKey, rotateLogKey } from '../features/proofs/index.ts';
import { reencryptDocumentKeys } from '../features/statements/index.ts';
import { ConfigProblem, parseConfig } from '../config.ts';
import { assertSameKey, masterKeyOf } from '../master-key.ts';
import { joinInstallation } from '../open-database.ts';
import { changeMasterKey } from '../platform/change-master-key.ts';
import { reencryptDigestKey } from '../platform/keyed-digest.ts';
import { openVault } from '../platform/vault.ts';
import type { Terminal } from './command-problem.ts';

/** Adds `keys rotate` and `keys rotate-log`. */
export function addKeys(program: Command, terminal: Terminal) {
  const keys = program.command('keys').description('change the master key, or the key of the public log');
  keys
    .command('rotate-log')
    .summary('let a new key sign the public log')
    .description('Let a new key sign the public log. The old key names the new one in the log, and is then destroyed.')
    .action(() => replaceLogKey(terminal));
  keys
    .command('rotate')
    .summary('encrypt all data under a new master key')
    .description(
      'Encrypt all data under FLORIN_MASTER_KEY instead of FLORIN_OLD_MASTER_KEY. Running servers must have both.',
    )
    .action(() => rotateMasterKey(terminal));
}

async function replaceLogKey({ env, print }: Terminal) {
  const config = parseConfig(env);
  const { ownerPool, close } = await joinInstallation(config, print);
  try {
    const vault = openVault(ownerPool, masterKeyOf(config), config.oldMasterKey);
    await assertSameKey(vault);
    const key = await rotateLogKey({ ownerPool, vault });
    print(key === undefined ? 'The log has no key yet: start Florin first.' : `The log is now signed by ${key}`);
  } finally {
    await close();
  }
}

/** See docs/operate/keys.md. */
async function rotateMasterKey({ env, print }: Terminal) {
  const config = parseConfig(env);
  const { masterKey: to, oldMasterKey: from } = config;
  if (!to || !from)
    throw new ConfigProblem('Set both keys: the new one as FLORIN_MASTER_KEY, the old one as FLORIN_OLD_MASTER_KEY.');
  const { ownerPool, close } = await joinInstallation(config, print);
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
      reencryptWitnessKey,
      reencryptDocumentKeys,
    ];
    await changeMasterKey(ownerPool, { to, from, reencryptions, progress });
  } finally {
    await close();
  }
  print('Everything is encrypted under FLORIN_MASTER_KEY. Florin no longer needs the old key, but older backups do.');
}
