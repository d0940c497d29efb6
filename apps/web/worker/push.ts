import { handleIn } from '../src/paths.ts';

declare const self: ServiceWorkerGlobalScope;

/** The push payload (see notifications/push in the server). */
type Message = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string };

export async function showMessage(message: Message): Promise<void> {
  const { title, body, path, tag } = message;
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  });
}

/** Opens a notification's page in an existing window, or else in a new window. Ignores other origins. */
export async function openPage(path: string): Promise<void> {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  // A window with another account keeps that account.
  const window = windows.find((one) => handleIn(new URL(one.url).pathname) === handleIn(url.pathname));
  if (!window) return void (await self.clients.openWindow(url));
  await window.focus();
  // The browser rejects this navigation for windows that the worker does not control.
  await window.navigate(url).catch(() => self.clients.openWindow(url));
}
