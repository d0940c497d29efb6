import type { FastifyInstance } from 'fastify';
import type { Pool } from '../../../platform/database/pool.ts';
import { forever, notThere, open } from '../log/serve-log.ts';
import { findAnchor, type Anchor } from './anchor-store.ts';

/**
 * Serves a stamped checkpoint as `/log/anchors/<size>`, with its time stamp as `<size>.tsr` and its proof by calendars
 * as `<size>.ots`. `openssl ts -verify` and `ots verify` read these files.
 */
export function serveAnchors(http: FastifyInstance, pool: Pool): void {
  http.get<{ Params: { file: string } }>('/log/anchors/:file', async (request, reply) => {
    const [, size, form] = /^([1-9]\d{0,14})(\.tsr|\.ots)?$/.exec(request.params.file) ?? [];
    const anchor = size === undefined ? undefined : await findAnchor(pool, Number(size));
    const file = anchor && fileOf(anchor, form);
    if (file?.content === undefined) return notThere(reply);
    return open(reply)
      .header('cache-control', file.isFinal ? forever : 'no-store')
      .type(file.type)
      .send(file.content);
  });
}

function fileOf({ checkpoint, timeStamp, ots, block }: Anchor, form: string | undefined) {
  if (form === '.tsr') return { content: timeStamp?.answer, type: 'application/timestamp-reply', isFinal: true };
  if (form === '.ots') return { content: ots, type: 'application/vnd.opentimestamps.v1', isFinal: block !== undefined };
  return { content: checkpoint, type: 'text/plain; charset=utf-8', isFinal: true };
}
