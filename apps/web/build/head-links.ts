import type { HtmlTagDescriptor, Plugin } from 'vite';
import { chunkOf, filesFrom, type Bundle } from './bundle-files.ts';

/** The start modules of the page that a user probably visits next, by document. */
const nextModules: Record<string, readonly string[]> = {
  '/landing.html': ['/src/entry.tsx'],
  '/entry.html': ['/src/main.tsx', '/src/features/dashboard/dashboard-page.tsx'],
};

/** The main font. The other fonts hold characters that few pages contain. */
const font = /instrument-sans-latin-standard-normal-.*\.woff2$/;

/**
 * Adds links to each document's head: a preload of the font for the first paint, and the files of the next page. The
 * page fetches the files of the next page when the user is likely to open that page (preload-next-page.ts).
 */
export function headLinks(): Plugin {
  return {
    name: 'head-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        const next = nextModules[path] ?? [];
        return [fontLink(bundle), ...(next.length > 0 ? [nextFiles(bundle, next)] : [])];
      },
    },
  };
}

function fontLink(bundle: Bundle): HtmlTagDescriptor {
  const file = Object.keys(bundle).find((name) => font.test(name));
  if (file === undefined) throw new Error('the build has no font');
  const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true };
  return { tag: 'link', attrs, injectTo: 'head-prepend' };
}

function nextFiles(bundle: Bundle, modules: readonly string[]): HtmlTagDescriptor {
  const files = new Set<string>();
  for (const module of modules) for (const file of filesFrom(bundle, chunkOf(bundle, module))) files.add(file);
  const content = [...files].map((file) => `/${file}`).join(' ');
  return { tag: 'meta', attrs: { name: 'florin-next', content }, injectTo: 'head' };
}
