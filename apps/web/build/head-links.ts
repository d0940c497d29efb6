import type { HtmlTagDescriptor, Plugin } from 'vite';
import { chunkOf, filesFrom, type Bundle } from './bundle-files.ts';

/** What each document's reader probably asks for next: the modules that the page after it begins with. */
const nextOf: Record<string, readonly string[]> = {
  '/landing.html': ['/src/entry.tsx'],
  '/entry.html': ['/src/main.tsx', '/src/features/dashboard/dashboard-page.tsx'],
};

/** The one font that every page is set in; others are for letters that few pages have. */
const font = /instrument-sans-latin-standard-normal-.*\.woff2$/;

/**
 * Adds to each document's head what the build knows: the font, so that it is there when the text is first drawn, and the
 * files of the page that comes next, which the page fetches when its reader seems to go there (preload-next-page.ts).
 */
export function headLinks(): Plugin {
  return {
    name: 'head-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        const next = nextOf[path] ?? [];
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
  for (const module of modules) filesFrom(bundle, chunkOf(bundle, module), files);
  const content = [...files].map((file) => `/${file}`).join(' ');
  return { tag: 'meta', attrs: { name: 'florin-next', content }, injectTo: 'head' };
}
