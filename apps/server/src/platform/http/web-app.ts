import { existsSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { pagePolicy } from './security-headers.ts';

/** What the page is told before any call: written into its meta elements. */
export type PageSettings = { readonly mode: string; readonly demo: () => boolean; readonly mail: boolean };

/**
 * Serves the built web app: its files as they are, hashed assets for ever, and its page for every other address. The
 * page carries a fresh nonce per answer.
 */
export async function serveWebApp(http: FastifyInstance, folder: string, settings: PageSettings) {
  const index = path.join(folder, 'index.html');
  const page = existsSync(index) ? readFileSync(index, 'utf8') : undefined;
  if (page !== undefined) {
    await http.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      dotfiles: 'ignore',
      globIgnore: ['index.html'],
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });
  }
  http.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !/^\/api(?![^/?])/.test(request.url) && !looksLikeFile(request.url);
    if (!isPage || page === undefined) throw new Refusal('not_found', 'There is nothing here.');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        fillIn(page, {
          CSP_NONCE: nonce,
          FLORIN_MODE: settings.mode,
          FLORIN_DEMO: onOff(settings.demo()),
          FLORIN_MAIL: onOff(settings.mail),
        }),
      );
  });
}

const onOff = (on: boolean) => (on ? 'on' : 'off');

const fillIn = (page: string, values: Record<string, string>) =>
  page.replaceAll(/__([A-Z_]+)__/g, (mark, name: string) => values[name] ?? mark);

/** `/coins/btc.svg` that does not exist is missing; `/pay/jo@example.com` is a page. */
const looksLikeFile = (url: string) =>
  /^\/(assets|coins)\/|^\/[^/]+\.(js|css|svg|png|ico|json|txt|map|woff2)$/.test(url);
