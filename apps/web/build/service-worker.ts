import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { compileScript } from './compile-script.ts';

type Bundle = Rolldown.OutputBundle;

const page = 'index.html';
/** Public files that only the app's code names. */
const namedInCode = ['mark.svg'];

/**
 * Builds the service worker (worker/main.ts) with the list of this build's files. Also builds the offline page for
 * browsers without network and without a cached app. Development has no service worker.
 */
export function serviceWorker(): Plugin {
  let root = '';
  let publicFolder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const entry = entryOf(bundle);
        const offlinePage = readFileSync(path.join(root, 'worker/offline.html'), 'utf8').replace(
          '__STYLES__',
          stylesOf(bundle, entry).map(styleLink).join('\n    '),
        );
        const named = [...namedIn(textOf(bundle, page)), ...namedIn(offlinePage), ...namedInCode];
        const files = [...new Set([...filesOf(bundle, entry), ...named])]
          .filter((file) => file in bundle || existsSync(path.join(publicFolder, file)))
          .map((file) => `/${file}`)
          .toSorted();
        const contents = files.map((file) =>
          file.slice(1) in bundle ? file : readFileSync(path.join(publicFolder, file)),
        );
        const manifest = { version: hashOf([...contents, offlinePage]), entry: `/${entry.fileName}`, files };
        const worker = await compileScript(path.join(root, 'worker/main.ts'), {
          root,
          define: { __BUILD_MANIFEST__: JSON.stringify(manifest) },
        });
        this.emitFile({ type: 'asset', fileName: 'offline.html', source: offlinePage });
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: worker });
      },
    },
  };
}

function entryOf(bundle: Bundle): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.isEntry && file.facadeModuleId?.endsWith(`/${page}`)) return file;
  throw new Error(`the build has no entry for ${page}`);
}

/** Returns every file that the app may load: static and dynamic imports, their styles and assets, and the fonts. */
function filesOf(bundle: Bundle, entry: Rolldown.OutputChunk): string[] {
  const found = new Set<string>();
  const follow = (name: string) => {
    const file = bundle[name];
    if (!file || found.has(name) || isOnlineOnly(file)) return;
    found.add(name);
    if (file.type !== 'chunk') return;
    for (const each of [...file.imports, ...file.dynamicImports, ...stylesAndAssets(file)]) follow(each);
  };
  follow(entry.fileName);
  const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
  return [...found, ...fonts];
}

/** The common-password list is useful only online, because setting a password needs the server. */
const isOnlineOnly = (file: Bundle[string]) =>
  file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/common-passwords.txt'));

const stylesAndAssets = ({ viteMetadata: metadata }: Rolldown.OutputChunk) => [
  ...(metadata?.importedCss ?? []),
  ...(metadata?.importedAssets ?? []),
];

function stylesOf(bundle: Bundle, entry: Rolldown.OutputChunk): string[] {
  const chunks = [entry, ...entry.imports.map((name) => bundle[name])];
  return [...new Set(chunks.flatMap((file) => (file?.type === 'chunk' ? stylesAndAssets(file) : [])))].filter((name) =>
    name.endsWith('.css'),
  );
}

const styleLink = (name: string) => `<link rel="stylesheet" href="/${name}" />`;

/** Returns the own-origin files that an HTML page links to. */
const namedIn = (html: string): string[] =>
  Array.from(html.matchAll(/<(?:link|script|img)\b[^>]*?\b(?:href|src)="\/([^"]+)"/g), ([, name = '']) => name);

function textOf(bundle: Bundle, name: string): string {
  const file = bundle[name];
  if (file?.type !== 'asset') throw new Error(`the build has no ${name}`);
  return file.source.toString();
}

/** Hashes file names that contain a content hash, and the contents of other files. */
function hashOf(contents: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 12);
}
