import { randomBytes } from 'node:crypto';
import { findMember, replacePassword } from '../src/features/identity/index.ts';
import type { Pool } from '../src/platform/database/pool.ts';
import { transact } from '../src/platform/database/transact.ts';
import { cast } from './cast.ts';

/**
 * Gives each of the cast a random password and ends their sessions, once for an installation: anybody can read the
 * published ones. Of several nodes that start at once one does it. Says the new ones, which are kept nowhere.
 *
 * @param ownerPool connects as the owner: the application may not mark the installation
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
      `Others can reach this sandbox, so its accounts have passwords that are shown only now:\n${replaced.join('\n')}`,
    );
}

/** Whether the demo account's password is the one that the login page knows. */
export async function hasPublishedPasswords(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ published: boolean }>(
    'select published_passwords as published from installation',
  );
  return rows[0]?.published ?? false;
}
