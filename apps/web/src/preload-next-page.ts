/**
 * Preloads the files of the probable next page on the first of these events. The build lists them in the page
 * (build/head-links.ts).
 */
export function preloadNextPage(
  events: readonly ('focusin' | 'pointerdown' | 'pointerover')[],
  on: EventTarget = document,
) {
  const preload = () => {
    for (const event of events) on.removeEventListener(event, preload);
    for (const file of filesOfNextPage()) addFileLink(file);
  };
  for (const event of events) on.addEventListener(event, preload, { passive: true });
}

const filesOfNextPage = (): string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="florin-next"]')?.content ?? '').split(' ').filter(Boolean);

/** Makes the browser fetch a script or stylesheet of the build. */
export function addFileLink(href: string) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.href = href;
  if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
  else link.rel = 'modulepreload';
  link.crossOrigin = 'anonymous';
  document.head.append(link);
}
