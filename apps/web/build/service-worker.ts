import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const page = 'index.html';
/** What is asked for by the app only, under a name of its own. */
const namedInCode = ['mark.svg'];

/**
 * Builds the service worker (worker/main.ts), which is told what this build of the app consists of, and the page that it
 * answers with where there is neither network nor app. Nothing of it exists while developing.
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
        const worker = await compile(root, {
          version: hashOf([...contents, offlinePage]),
          entry: `/${entry.fileName}`,
          files,
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

/** All that the entry may come to load: its imports, those of its screens, their styles and fonts. */
function filesOf(bundle: Bundle, entry: Rolldown.OutputChunk): string[] {
  const found = new Set<string>();
  const follow = (name: string) => {
    const file = bundle[name];
    if (!file || found.has(name) || isOnlineOnly(file)) return;
    found.add(name);
    if (file.type !== 'chunk') return;
    for (const each of [...file.imports, ...file.dynamicImports, ...besideOf(file)]) follow(each);
  };
  follow(entry.fileName);
  const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
  return [...found, ...fonts];
}

/** Passwords are chosen with the server only: nobody needs the list of common ones without it. */
const isOnlineOnly = (file: Bundle[string]) =>
  file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/common-passwords.txt'));

const besideOf = ({ viteMetadata: beside }: Rolldown.OutputChunk) => [
  ...(beside?.importedCss ?? []),
  ...(beside?.importedAssets ?? []),
];

function stylesOf(bundle: Bundle, entry: Rolldown.OutputChunk): string[] {
  const chunks = [entry, ...entry.imports.map((name) => bundle[name])];
  return [...new Set(chunks.flatMap((file) => (file?.type === 'chunk' ? besideOf(file) : [])))].filter((name) =>
    name.endsWith('.css'),
  );
}

const styleLink = (name: string) => `<link rel="stylesheet" href="/${name}" />`;

/** The files of ours that a page asks for. */
const namedIn = (html: string): string[] =>
  Array.from(html.matchAll(/<(?:link|script|img)\b[^>]*?\b(?:href|src)="\/([^"]+)"/g), ([, name = '']) => name);

function textOf(bundle: Bundle, name: string): string {
  const file = bundle[name];
  if (file?.type !== 'asset') throw new Error(`the build has no ${name}`);
  return file.source.toString();
}

/** Hashed names say what is in them; of the others the contents count. */
function hashOf(contents: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 12);
}

async function compile(root: string, kept: { version: string; entry: string; files: string[] }): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { __KEPT__: JSON.stringify(kept) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: path.join(root, 'worker/main.ts'), output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [output] = outputs;
  if (!output || !('output' in output)) throw new Error('the service worker was not built');
  return output.output[0].code;
}
