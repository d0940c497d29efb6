import { CallRefused } from '@florin/contract';
import { readEvents, type StreamEvent } from './event-stream.ts';
import type { ConnectionEnd } from './keep-connected.ts';
import { watchSilence } from './watch-silence.ts';

/** Reads an event stream until it is cut, stays silent too long, or the session ends. */
export async function listen(
  open: (signal: AbortSignal) => Promise<Response>,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<ConnectionEnd> {
  const silence = watchSilence(signal);
  try {
    const { body } = await open(silence.signal);
    if (body === null) return 'cut';
    for await (const event of readEvents(body, silence.reset)) onEvent(event);
    return 'cut';
  } catch (error) {
    // The session or the access to the business has ended, and the client has already handled it.
    if (error instanceof CallRefused && isEnd(error)) return 'for good';
    throw error;
  } finally {
    silence.stop();
  }
}

const isEnd = ({ status, body }: CallRefused) => status === 401 || body?.code === 'business_not_found';
