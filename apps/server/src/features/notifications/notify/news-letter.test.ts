import { expect, test } from 'vitest';
import { signInNotification } from '../notifications-by-source.ts';
import { pushMessage } from './news-letter.ts';

test('adds advice to a push message about a sign-in, because it has no link', () => {
  const signIn = { id: '1', device: 'Chrome on Windows', network: '203.0.113.x', at: new Date() };
  expect(pushMessage(signInNotification(signIn))).toMatchObject({
    title: 'New sign-in with Chrome on Windows',
    body: 'From the network 203.0.113.x. If this was not you, change your password.',
    path: '/profile',
  });
});
