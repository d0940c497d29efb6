import { answer } from './answer.ts';
import { areKept, keepBuild, takeOver } from './keep-shell.ts';
import { openPage, showMessage } from './push.ts';

/** The app's one worker: keeps the shell for when there is no network, and shows what the server pushes. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(keepBuild()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', answer);

/**
 * The worker of a new build waits until the last page of the old one is gone. A page that is of the new build already,
 * as the network gave it, and the only one, need not keep it waiting.
 */
self.addEventListener('message', (event) => {
  event.waitUntil(beginWith(event.data.files));
});

async function beginWith(filesOfPage: readonly string[]) {
  const { length } = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (length === 1 && areKept(filesOfPage)) await self.skipWaiting();
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(event.data.json()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});
