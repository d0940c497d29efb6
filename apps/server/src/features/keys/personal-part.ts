import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { queueMail } from '../mail/index.ts';
import { findPartyKeys, revokeKeys } from './key-store.ts';

/**
 * The API keys of an account, and the keys that its person made for businesses. All of these keys end with the account.
 * The keys that the person made also end with a password reset by mail, because a stranger may have made them.
 */
export const personalKeys = (pool: Pool): PersonalPart => ({
  name: 'api_keys',
  read: ({ id }) => findPartyKeys(pool, id),
  leave: async (tx, id) => {
    await revokeKeys(tx, { makerId: id });
    await revokeKeys(tx, { partyId: id });
  },
  review: async (tx, id) => {
    const names = await revokeKeys(tx, { makerId: id });
    if (names.length === 0) return;
    const { rows } = await tx.query<{ email: string }>('select email from people where id = $1', [id]);
    for (const { email } of rows)
      await queueMail(tx, {
        to: email,
        subject: 'Your API keys were revoked',
        body: `Your password was reset, so the API keys that you made no longer work: ${names.join(', ')}. Make new ones on the developers page.`,
      });
  },
  forget: async (tx, { id }) => {
    await tx.query(
      `update api_keys set name = '', recipients = '{}', networks = '{}', last_used_from = null where party_id = $1`,
      [id],
    );
  },
});
