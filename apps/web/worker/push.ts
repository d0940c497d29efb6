declare const self: ServiceWorkerGlobalScope;

/** What the server sends (notifications/push of the server). */
type Message = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string };

/** Shows what the server pushes. */
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

/** Leads to the page that a message is about: in a window that is there already, else in a new one. Never anywhere but here. */
export async function openPage(path: string): Promise<void> {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (!window) return void (await self.clients.openWindow(url));
  await window.focus();
  // Of a window that this worker does not control it is not allowed.
  await window.navigate(url).catch(() => self.clients.openWindow(url));
}
