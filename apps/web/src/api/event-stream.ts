export type StreamEvent = { name: string; data: string };

/**
 * The events of a stream as it arrives, by the standard's format (WHATWG HTML, 9.2.6) as far as we send it: names and
 * data. Comments only keep the connection alive; what is cut off in the middle of an event is dropped. EventSource
 * cannot be used, as it sends no token. Tells of every piece that arrives. Whoever reads no further ends the stream.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onHeard: () => void = () => undefined,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = { name: 'message', data: [] as string[] };
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      onHeard();
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split(lineEnd);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') take(line, event);
        else {
          if (event.data.length > 0) yield { name: event.name, data: event.data.join('\n') };
          event = { name: 'message', data: [] };
        }
      }
    }
  } finally {
    // Left open it would go on holding one of the browser's six connections.
    await reader.cancel().catch(() => undefined);
  }
}

/** A CR at the very end may be the first half of a CRLF: it waits for what follows. */
const lineEnd = /\r\n|\n|\r(?!$)/;

function take(line: string, event: { name: string; data: string[] }) {
  const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  if (field === 'event') event.name = value;
  if (field === 'data') event.data.push(value);
}
