import type { PersonalPart } from '../identity/index.ts';
import { listNotifications, type NotificationSources } from './list-notifications.ts';
import { preferencesOf } from './preferences.ts';

const deletions = [
  'delete from notification_reads where user_id = $1',
  'delete from notification_preferences where user_id = $1',
  'delete from push_subscriptions where user_id = $1',
  'delete from news_versions where user_id = $1',
  'delete from notified_news where user_id = $1',
] as const;

/** A member's notification settings and read mark. Notifications themselves are computed, not stored. */
export const personalNotifications = (sources: NotificationSources): PersonalPart => ({
  name: 'notifications',
  read: async (member) => ({
    preferences: await preferencesOf(sources.pool, member.id),
    news: await listNotifications(sources, member),
  }),
  forget: async (tx, { id }) => {
    for (const deletion of deletions) await tx.query(deletion, [id]);
  },
});
