import { readFileSync } from 'node:fs';
import path from 'node:path';
import { passwordFault, passwordFaultText, type PasswordOwner } from '@florin/contract';
import { packageFolder } from '../../../platform/package-folder.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Who chooses the password, and on which kind of server. */
type Chosen = { readonly owner: PasswordOwner; readonly mode: 'sandbox' | 'live' };

/**
 * Rejects passwords that attackers try first. The sandbox takes them: there the strength meter warns. The contract checks
 * the length; there are no rules of composition. Refusals: `password_too_common`.
 */
export function assertUncommon(password: string, { owner, mode }: Chosen): void {
  if (mode === 'sandbox') return;
  const fault = passwordFault(password, owner, commonPasswords());
  if (fault === undefined) return;
  const sentence = passwordFaultText[fault];
  throw new Refusal('password_too_common', sentence, { fields: { password: sentence } });
}

let list: ReadonlySet<string> | undefined;

/** Read when a password is first chosen. The web app loads the same file. */
const commonPasswords = (): ReadonlySet<string> =>
  (list ??= new Set(
    readFileSync(path.join(packageFolder, '../../packages/contract/common-passwords.txt'), 'utf8')
      .trimEnd()
      .split('\n'),
  ));
