import { randomBytes } from 'node:crypto';
import { findMember, replacePassword } from '../src/features/identity/index.ts';
import type { Pool } from '../src/platform/database/pool.ts';
import { transact } from '../src/platform/database/transact.ts';
import { cast } from './cast.ts';

/**
 * Gives each demo account a random password and ends its sessions, once per installation, because the published
 * passwords are public. If several nodes start, only one of them changes the passwords. Prints the new passwords, which
 * are not stored in readable form.
 *
 * @param ownerPool connects as the owner, because the application's role cannot mark the installation
 */
export async function replacePublishedPasswords(ownerPool: Pool, say: (line: string) => void): Promise<void> {
  const replaced = await transact(ownerPool, async (tx) => {
    const { rowCount } = await tx.query(
      'update installation set published_passwords = false where published_passwords returning true',
    );
    const lines: string[] = [];
    for (const { email, name } of rowCount === 0 ? [] : cast) {
      const member = await findMember(tx, email);
      const password = randomBytes(12).toString('base64url');
      if (member) {
        await replacePassword(tx, member.id, password);
        lines.push(`  ${email}  ${password}  (${name})`);
      }
    }
    return lines;
  });
  if (replaced.length > 0)
    say(
      `Others can reach this sandbox. Its accounts have new passwords, which are shown only once:\n${replaced.join('\n')}`,
    );
}

/** Returns whether the demo account still has the published password that the login page uses. */
export async function hasPublishedPasswords(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ published: boolean }>(
    'select published_passwords as published from installation',
  );
  return rows[0]?.published ?? false;
}
