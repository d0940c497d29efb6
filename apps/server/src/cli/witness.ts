import type { Command } from 'commander';
import { ConfigProblem, parseConfig } from '../config.ts';
import { witnessLog } from '../features/proofs/index.ts';
import { masterKeyOf } from '../master-key.ts';
import { joinDatabase } from '../open-database.ts';
import { openVault } from '../platform/vault.ts';
import type { Terminal } from './command-problem.ts';

/** Adds `witness`. */
export function addWitness(program: Command, { env, print, note }: Terminal) {
  program
    .command('witness')
    .summary('witness the public log of another Florin')
    .description(
      'Sign the log that another Florin publishes, so that the other Florin cannot publish a different log later. Trusts the key that it publishes now.',
    )
    .argument('<url>', 'the address of the other Florin', (text: string) => {
      const url = URL.parse(text);
      if (!url || !/^https?:$/.test(url.protocol)) throw new ConfigProblem(`${text} is not an http(s) address.`);
      return url;
    })
    .action(async (url: URL) => {
      const config = parseConfig(env);
      const { pool, close } = await joinDatabase(config, note);
      try {
        const vault = openVault(pool, masterKeyOf(config), config.oldMasterKey);
        const { witnessKey, logKey } = await witnessLog({ pool, vault, publicUrl: config.publicUrl }, url);
        print(`The log is witnessed with the key ${logKey}. Compare it with the one that ${url.origin}/books shows.`);
        print(`Its operator adds to FLORIN_WITNESSES: ${witnessKey} ${config.publicUrl}/witness`);
      } finally {
        await close();
      }
    });
}
