import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { openPushKeys } from '../src/features/notifications/push/push-keys.ts';
import type { pushBrowser } from './push-service.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** What delivers push messages, also to addresses of this machine, where the test's push services are. */
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

/** What the endpoint's check would refuse is written straight into the table: a test's push service has no public name. */
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
