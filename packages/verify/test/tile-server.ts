import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rootOf } from './simple-merkle.ts';

/** Returns the tile of a log of all these entries at a path such as `tile/0/x001/067.p/12` (C2SP tlog-tiles). */
export function tileAt(path: string, entries: readonly Uint8Array[]): Buffer | undefined {
  const [, level, groups = '', partial] = /^tile\/(\d)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? [];
  if (level === undefined) return undefined;
  const span = 256 ** Number(level);
  const tile = Number(groups.replaceAll(/[x/]/g, ''));
  const available = Math.min(256, Math.floor(entries.length / span) - tile * 256);
  const width = Number(partial ?? 256);
  if (width < 1 || width > available) return undefined;
  const from = tile * 256 * span;
  return Buffer.concat(
    Array.from({ length: width }, (_, at) => rootOf(entries.slice(from + at * span, from + (at + 1) * span))),
  );
}

/** Serves a log. */
export async function serveLog(checkpoint: string, entries: readonly Uint8Array[]) {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/log/', '');
    const body = path === 'checkpoint' ? checkpoint : tileAt(path, entries);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/log`, close: () => server.close() };
}
