import { readBounded } from '../../platform/read-bounded.ts';
import type { Calendar } from './calendar.ts';

const patienceMs = 10_000;
/** The clients of OpenTimestamps have the same limit. */
const maxAnswer = 10_000;

/** Asks a calendar over HTTP. */
export function httpCalendar(address: URL): Calendar {
  const url = address.href.replace(/\/+$/, '');
  const ask = async (path: string, body?: Buffer): Promise<Response> =>
    fetch(`${url}/${path}`, {
      ...(body && { method: 'POST', body: Uint8Array.from(body) }),
      headers: {
        accept: 'application/vnd.opentimestamps.v1',
        ...(body && { 'content-type': 'application/octet-stream' }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
  const read = (response: Response): Promise<Buffer> => {
    if (response.status !== 200) throw new Error(`it answers ${response.status}`);
    return readBounded(response, maxAnswer);
  };
  return {
    url,
    submit: async (digest) => read(await ask('digest', digest)),
    complete: async (promised) => {
      const response = await ask(`timestamp/${promised.toString('hex')}`);
      if (response.status === 404) return undefined;
      return read(response);
    },
  };
}
