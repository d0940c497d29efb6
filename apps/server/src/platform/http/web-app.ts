import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { fileHeaders } from './file-headers.ts';
import { screenLinks } from './screen-links.ts';
import { pagePolicy, pageReports } from './security-headers.ts';

/** Settings that the page needs before its first call. They are written into its meta elements. */
export type PageSettings = {
  readonly mode: string;
  readonly demo: () => boolean;
  readonly mail: boolean;
  readonly emailConfirmation: boolean;
};

/** The app's HTML documents and their addresses. The last one serves all other addresses. */
const documents = [
  { file: 'landing.html', serves: /^\/(\?|$)/ },
  { file: 'entry.html', serves: /^\/(login|signup|forgot-password|reset-password)([/?]|$)/i },
  { file: 'index.html', serves: /^/ },
];

/**
 * Serves the built web app: its files, precompressed where possible, with hashed assets cached for a year. Every other
 * address gets its HTML document, with a new nonce per response.
 */
export async function serveWebApp(http: FastifyInstance, folder: string, settings: PageSettings) {
  const isBuilt = existsSync(path.join(folder, 'index.html'));
  const linkHeaderFor = screenLinks(folder);
  const pages = isBuilt ? documents.map(({ file, serves }) => ({ serves, page: read(folder, file) })) : [];
  const files = isBuilt ? filesToServe(folder) : new Set();
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
    if (files.has(address) && isRead) return reply.sendFile(address);
    const isPage = isRead && !/^\/api(?![^/?])/.test(request.url) && !looksLikeFile(request.url);
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
      .send(
        fillIn(found.page, {
          CSP_NONCE: nonce,
          FLORIN_MODE: settings.mode,
          FLORIN_DEMO: onOff(settings.demo()),
          FLORIN_MAIL: onOff(settings.mail),
          FLORIN_EMAIL_CONFIRMATION: onOff(settings.emailConfirmation),
        }),
      );
  });
}

/** Returns the addresses of the files. Compressed copies have no address of their own. */
function filesToServe(folder: string): Set<string> {
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

const onOff = (on: boolean) => (on ? 'on' : 'off');

const fillIn = (page: string, values: Record<string, string>) =>
  page.replaceAll(/__([A-Z_]+)__/g, (mark, name: string) => values[name] ?? mark);

/** A missing `/coins/btc.svg` is not found, but `/pay/jo@example.com` is a page. */
const looksLikeFile = (url: string) =>
  /^\/(assets|coins)\/|^\/[^/]+\.(js|css|svg|png|ico|json|txt|map|woff2)$/.test(url);
