export type StreamEvent = { name: string; data: string };

/**
 * Yields the server-sent events of a stream (WHATWG HTML, 9.2.6): names and data only. Skips comments, which keep the
 * connection alive, and drops an incomplete event at the end. `EventSource` cannot send a token. Calls `onChunk` for
 * each chunk. Ends the stream when the consumer stops reading.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void = () => undefined,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = { name: 'message', data: [] as string[] };
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      onChunk();
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split(lineEnd);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') parseLine(line, event);
        else {
          if (event.data.length > 0) yield { name: event.name, data: event.data.join('\n') };
          event = { name: 'message', data: [] };
        }
      }
    }
  } finally {
    // An open stream would hold one of the browser's six connections.
    await reader.cancel().catch(() => undefined);
  }
}

/** A CR at the end of a chunk may be the first half of a CRLF, so it is not a line end yet. */
const lineEnd = /\r\n|\n|\r(?!$)/;

function parseLine(line: string, event: { name: string; data: string[] }) {
  const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (field === 'event') event.name = value;
  if (field === 'data') event.data.push(value);
}
