import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { withFigures } from '@florin/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { fileHeaders } from './file-headers.ts';
import { screenLinks } from './screen-links.ts';
import { pagePolicy, pageReports } from './security-headers.ts';

export type WebApp = {
  /** The folder of the built app. */
  readonly folder: string;
  /** The HTML documents and their addresses. The last document serves all other addresses. */
  readonly documents: readonly { readonly file: string; readonly serves: RegExp }[];
  /** Matches addresses below folders of files. A missing file there is answered with 404. */
  readonly isFileFolder: RegExp;
  /** The figures that the documents name, such as `{{send.fee}}`, as HTML. */
  readonly figures?: Readonly<Record<string, string>>;
  /** Files that replace the app's files, by their address. */
  readonly files?: ReadonlyMap<string, OwnFile>;
  /**
   * Returns the settings that a page needs before its first call. Each key is the mark in the HTML that the setting
   * replaces.
   */
  readonly settings: () => Readonly<Record<string, string>>;
};

/** A file that does not come from the build. */
export type OwnFile = { readonly type: string; readonly body: Buffer };

/**
 * Serves the built web app: its files, precompressed where possible, with hashed assets cached for a year. Every other
 * address gets its HTML document, with a new nonce per response.
 */
export async function serveWebApp(
  http: FastifyInstance,
  { folder, documents, isFileFolder, settings, figures = {}, files: ownFiles = new Map() }: WebApp,
) {
  const isBuilt = existsSync(path.join(folder, 'index.html'));
  const linkHeaderFor = screenLinks(folder);
  const pages = isBuilt
    ? documents.map(({ file, serves }) => ({ serves, page: withFigures(read(folder, file), figures) }))
    : [];
  const files = isBuilt ? filesToServe(folder, documents) : new Set();
  const looksLikeFile = (url: string) => isFileFolder.test(url) || hasFileEnding.test(url);
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root: folder,
      serve: false, // a route per file took 5% of the start, for about 1,000 files
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (reply, file) => {
        for (const [name, value] of Object.entries(fileHeaders(file))) reply.header(name, value);
      },
    });
  }
  http.setNotFoundHandler(async (request, reply) => {
    const [address = ''] = request.url.split('?', 1);
    // HEAD responds like GET, without the body.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const own = isRead ? ownFiles.get(address) : undefined;
    if (own) return reply.header('cache-control', 'public, max-age=3600').type(own.type).send(own.body);
    if (files.has(address) && isRead) return reply.sendFile(address);
    const isPage = isRead && !isForPrograms(request.url) && !looksLikeFile(request.url);
    const found = isPage ? pages.find(({ serves }) => serves.test(request.url)) : undefined;
    if (!found) throw new Refusal('not_found', 'There is nothing here.');
    const nonce = randomBytes(16).toString('base64');
    const links = linkHeaderFor(request.url);
    if (links !== undefined) reply.header('link', links);
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .headers(pageReports)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(fillIn(found.page, { CSP_NONCE: nonce, ...settings() }));
  });
}

/** Returns the addresses of the files. Compressed copies have no address of their own. */
function filesToServe(folder: string, documents: WebApp['documents']): Set<string> {
  const isServed = (name: string) =>
    !/(^|\/)\.|\.(br|gz)$|^screens\.json/.test(name) && documents.every(({ file }) => file !== name);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = found.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Set(
    names
      .map((name) => name.split(path.sep).join('/'))
      .filter(isServed)
      .map((name) => `/${name}`),
  );
}

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');

const fillIn = (page: string, values: Record<string, string>) =>
  page.replaceAll(/__([A-Z_]+)__/g, (mark, name: string) => values[name] ?? mark);

/** The paths for programs, in upper or lower case. No address below them is a page. */
const forPrograms = /^\/+(?:api|\.well-known|healthz|readyz|metrics|log|witness|stripe|csp-reports)(?:\/|$)/i;

/** A program that writes `/API/wallets`, `//api/wallets` or `/%61pi/wallets` must not mistake a page for an answer. */
function isForPrograms(url: string): boolean {
  try {
    const { pathname } = new URL(url.replace(/^[/\\]+/, 'http://florin.invalid/'));
    return forPrograms.test(decodeURIComponent(pathname));
  } catch {
    return true; // no browser sends it
  }
}

/** An email address in a path, as in `/pay/jo@example.com`, is not a file. */
const hasFileEnding = /^\/[^/]+\.(js|css|svg|png|ico|json|txt|map|woff2)$/;
