import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';

/** Calls of a key since the last write. */
type Uses = { calls: number; at: Date; ip: string };

/** Calls are counted in memory and written at most this often, so that no call waits for the write. */
const writeEveryMs = 60_000;

/** Counts the calls of API keys on this node. A crash loses at most the counts of one minute. */
export function openKeyUses({ pool, logger }: { readonly pool: Pool; readonly logger: Logger }) {
  let waiting = new Map<string, Uses>();
  let timer: NodeJS.Timeout | undefined;

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...waiting];
    waiting = new Map();
    if (uses.length === 0) return;
    await pool.query({
      name: 'key-uses',
      text: `update api_keys k set calls = k.calls + u.calls, last_used_at = greatest(k.last_used_at, u.at),
                                   last_used_from = case when k.last_used_at > u.at then k.last_used_from else u.ip end
             from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::text[]) u (id, calls, at, ip)
             where k.id = u.id`,
      values: [
        uses.map(([id]) => id),
        uses.map(([, { calls }]) => calls),
        uses.map(([, { at }]) => at),
        uses.map(([, { ip }]) => ip),
      ],
    });
  };
  const writeLater = () =>
    write().catch((error: unknown) => logger.error({ err: error }, 'the calls of API keys could not be counted'));

  return {
    /** Counts one call of a key. */
    record(keyId: string, ip: string): void {
      waiting.set(keyId, { calls: (waiting.get(keyId)?.calls ?? 0) + 1, at: new Date(), ip });
      timer ??= setTimeout(() => void writeLater(), writeEveryMs).unref();
    },
    /** Writes the waiting counts at once. */
    write,
    close: writeLater,
  };
}
