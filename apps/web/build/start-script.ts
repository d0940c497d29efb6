import path from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { chunkOf, filesFrom, type Bundle } from './bundle-files.ts';
import { compileScript } from './compile-script.ts';
import { directImports } from './direct-imports.ts';
import { dropUnusedSchemas } from './drop-unused-schemas.ts';

/** The tags of the app's own scripts. */
const appScripts = /^ *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/gm;

/**
 * Replaces the scripts of index.html with src/start.ts, which adds the scripts when the page needs them. The page lists
 * these scripts: the app's start module with its imports, and the files of the dashboard.
 */
export function startScript(): Plugin {
  let root = '';
  return {
    name: 'start-script',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      const source = await compileScript(path.join(root, 'src/start.ts'), {
        root,
        plugins: [dropUnusedSchemas(), directImports()],
      });
      this.emitFile({ type: 'asset', name: 'start.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { path: page, bundle = {} }) {
        if (page !== '/index.html') return undefined;
        return { html: html.replaceAll(appScripts, ''), tags: tagsFor(bundle) };
      },
    },
  };
}

function tagsFor(bundle: Bundle): HtmlTagDescriptor[] {
  const start = Object.keys(bundle).find((name) => /^assets\/start-.*\.js$/.test(name));
  if (start === undefined) throw new Error('the build has no start script');
  const app = [...filesFrom(bundle, chunkOf(bundle, '/src/main.tsx'))];
  const dashboard = [...filesFrom(bundle, chunkOf(bundle, '/src/features/dashboard/dashboard-page.tsx'))];
  return [
    listOf(
      'florin-app',
      app.filter((file) => file.endsWith('.js')),
    ),
    listOf(
      'florin-dashboard',
      dashboard.filter((file) => !app.includes(file)),
    ),
    // The script is not blocking, because a blocking script waits for the styles.
    { tag: 'script', attrs: { src: `/${start}`, async: true, fetchpriority: 'high' }, injectTo: 'head' },
  ];
}

const listOf = (name: string, files: readonly string[]): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name, content: files.map((file) => `/${file}`).join(' ') },
  injectTo: 'head',
});
