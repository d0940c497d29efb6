import type { Pool } from '../../../platform/database/pool.ts';
import { listTexts } from '../../texts/index.ts';
import { listFormerAddresses } from '../former-addresses.ts';
import { securityState } from '../security-state.ts';
import { listSessions } from '../sessions/open-sessions.ts';
import type { PersonalPart } from './personal-part.ts';

/** Exports identity's own data. `forgetIdentity` deletes this data. */
export const ownParts = (pool: Pool): PersonalPart[] => [
  {
    name: 'profile',
    read: async ({ id }) => {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select id, name, email, email_confirmed_at, phone, phone_confirmed_at, avatar, kyc_level, plan, role, created_at, password_changed_at
         from users where id = $1`,
        [id],
      );
      return rows[0];
    },
  },
  {
    name: 'text messages',
    read: ({ id }) => listTexts(pool, id),
  },
  { name: 'former addresses', read: ({ id }) => listFormerAddresses(pool, id) },
  { name: 'security', read: ({ id }) => securityState(pool, id) },
  { name: 'sessions', read: ({ id }) => listSessions(pool, { id }) },
  {
    name: 'devices',
    read: async ({ id }) => {
      const { rows } = await pool.query<Record<string, unknown>>(
        'select name, network, first_seen_at from known_devices where user_id = $1 order by first_seen_at',
        [id],
      );
      return rows;
    },
  },
];
