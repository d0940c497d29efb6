import type { PersonalPart } from '../identity/index.ts';
import { listNotifications, type NotificationSources } from './list-notifications.ts';
import { preferencesOf } from './preferences.ts';

const ownTables = [
  'notification_reads',
  'notification_preferences',
  'push_subscriptions',
  'news_looked_at',
  'told_news',
] as const;

/** News are read from what is there; kept is only how somebody wants to hear of them and how far they have. */
export const personalNotifications = (sources: NotificationSources): PersonalPart => ({
  name: 'notifications',
  read: async (member) => ({
    preferences: await preferencesOf(sources.pool, member.id),
    news: await listNotifications(sources, member),
  }),
  forget: async (tx, { id }) => {
    for (const table of ownTables) await tx.query(`delete from ${table} where user_id = $1`, [id]);
  },
});
