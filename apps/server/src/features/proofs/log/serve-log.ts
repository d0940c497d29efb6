import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from '../../../platform/database/pool.ts';
import { hashBytes } from './digests.ts';
import { entriesIn, readBundle, readHead, storedTiles, withLength } from './log-store.ts';
import { tileWidth } from './merkle.ts';

type TilePath = { readonly number: number; readonly width: number };

const octets = 'application/octet-stream';
export const forever = 'public, max-age=31536000, immutable';

/**
 * Serves the log as static files (c2sp.org/tlog-tiles). The files are public, because they reveal nothing without a
 * salt.
 */
export function serveLog(http: FastifyInstance, pool: Pool): void {
  http.get('/log/checkpoint', async (_request, reply) => {
    const { checkpoint } = await readHead(pool);
    if (checkpoint === null) return notThere(reply);
    return open(reply).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(checkpoint);
  });
  http.get<{ Params: { '*': string } }>('/log/tile/entries/*', async (request, reply) => {
    const tile = readTilePath(request.params['*']);
    const bundle = tile && (await readBundle(pool, tile.number));
    if (!bundle || bundle.journal.length < tile.width) return notThere(reply);
    const entries = entriesIn(bundle.entries).slice(0, tile.width).map(withLength);
    return open(reply).header('cache-control', forever).type(octets).send(Buffer.concat(entries));
  });
  http.get<{ Params: { level: string; '*': string } }>('/log/tile/:level/*', async (request, reply) => {
    const { level, '*': path } = request.params;
    const tile = /^(?:0|[1-9]|[1-5]\d|6[0-3])$/.test(level) ? readTilePath(path) : undefined;
    if (!tile) return notThere(reply);
    const hashes = await storedTiles(pool)(Number(level), tile.number);
    const wanted = tile.width * hashBytes;
    if (hashes.length < wanted) return notThere(reply);
    return open(reply).header('cache-control', forever).type(octets).send(hashes.subarray(0, wanted));
  });
}

/** Any page may read the log, so that anyone can check it. */
export const open = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*');

export const notThere = (reply: FastifyReply) =>
  open(reply).code(404).header('cache-control', 'no-store').type('text/plain').send('not found\n');

/** Reads `x001/x234/067` or `x001/x234/067.p/12`. */
function readTilePath(path: string): TilePath | undefined {
  const match = /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return undefined;
  const [, index = '', width] = match;
  if (index.startsWith('x000/')) return undefined; // written in another way
  const tile = {
    number: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  return width !== undefined && tile.width >= tileWidth ? undefined : tile;
}
