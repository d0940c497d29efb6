import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { openPushKeys } from '../src/features/notifications/push/push-keys.ts';
import type { pushBrowser } from './push-service.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** The dependencies of push delivery, which here may connect to push services on this machine. */
export function pushDependencies({ app }: TestApp) {
  const { pool, vault } = app.dependencies;
  return {
    pool,
    logger: pino({ level: 'silent' }),
    pushKeys: openPushKeys({ pool, vault }),
    subject: 'https://florin.example',
    mayConnectTo: () => true,
  };
}

/**
 * Inserts a subscription and a message directly, because the endpoint's check rejects a push service without a public
 * name.
 */
export async function waitingPush(
  { database: { ownerPool } }: TestApp,
  { user }: TestMember,
  { p256dh, auth }: ReturnType<typeof pushBrowser>,
  url: string,
) {
  const [subscription, message] = [randomUUID(), randomUUID()];
  await ownerPool.query(
    `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
     select $1, $2, s.id, $3, $4, $5 from sessions s where s.user_id = $2 limit 1`,
    [subscription, user.id, `${url}/${subscription}`, p256dh, auth],
  );
  await ownerPool.query('insert into push_messages (id, subscription_id, message) values ($1, $2, $3)', [
    message,
    subscription,
    JSON.stringify({ title: 'Ines sent you $5.00', path: '/dashboard', tag: '1' }),
  ]);
  return { subscription, message };
}
