import { readFileSync } from 'node:fs';
import path from 'node:path';
import { passwordFault, passwordFaultText, type PasswordOwner } from '@florin/contract';
import { packageFolder } from '../../../platform/package-folder.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** The owner of the password and the mode of the server. */
type PasswordContext = { readonly owner: PasswordOwner; readonly mode: 'sandbox' | 'live' };

/**
 * Rejects common and personal passwords in live mode. The sandbox accepts these passwords; the strength meter warns.
 * The contract checks the length. Composition rules do not exist. Refusals: `password_too_common`.
 */
export function assertUncommon(password: string, { owner, mode }: PasswordContext): void {
  if (mode === 'sandbox') return;
  const fault = passwordFault(password, owner, commonPasswords());
  if (fault === undefined) return;
  const sentence = passwordFaultText[fault];
  throw new Refusal('password_too_common', sentence, { fields: { password: sentence } });
}

let list: ReadonlySet<string> | undefined;

/** Loads the list with the first password. The web app loads the same file. */
const commonPasswords = (): ReadonlySet<string> =>
  (list ??= new Set(
    readFileSync(path.join(packageFolder, '../../packages/contract/common-passwords.txt'), 'utf8')
      .trimEnd()
      .split('\n'),
  ));
