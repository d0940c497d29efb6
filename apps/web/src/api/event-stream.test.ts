import { expect, test, vi } from 'vitest';
import { readEvents } from './event-stream.ts';
import { listen } from './listen.ts';

async function eventsOf(...pieces: (string | Uint8Array)[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
  let chunks = 0;
  const events: { name: string; data: string }[] = [];
  for await (const event of readEvents(body, () => chunks++)) events.push(event);
  return { events, chunks };
}

const changed = { name: 'changed', data: '{"topics":["money"]}' };

test.each([
  ['an event in one chunk', ['event: changed\ndata: {"topics":["money"]}\n\n']],
  ['an event in three chunks', ['event: cha', 'nged\ndata: {"topics":', '["money"]}\n\n']],
  ['CRLF line ends', ['event: changed\r\ndata: {"topics":["money"]}\r\n\r\n']],
  ['a CRLF split between chunks', ['event: changed\r', '\ndata: {"topics":["money"]}\r', '\n\r', '\n']],
  ['no space after the colon', ['event:changed\ndata:{"topics":["money"]}\n\n']],
  ['comments and unknown fields', [': still here\n\nid: 4\nretry: 9\nevent: changed\ndata: {"topics":["money"]}\n\n']],
  ['an incomplete event at the end', ['event: changed\ndata: {"topics":["money"]}\n\nevent: changed\ndata: {"to']],
])('readEvents handles %s', async (_, pieces) => {
  const { events, chunks } = await eventsOf(...pieces);
  expect(events).toEqual([changed]);
  expect(chunks).toBe(pieces.length);
});

test('readEvents yields several events of one chunk in order', async () => {
  const { events } = await eventsOf('event: a\ndata: 1\n\ndata: 2\n\nevent: b\ndata\n\n');
  expect(events).toEqual([
    { name: 'a', data: '1' },
    { name: 'message', data: '2' },
    { name: 'b', data: '' },
  ]);
});

test('readEvents joins several data lines and skips an event without data', async () => {
  const { events } = await eventsOf('data: first\ndata: second: half\n\nevent: empty\n\n');
  expect(events).toEqual([{ name: 'message', data: 'first\nsecond: half' }]);
});

test('readEvents decodes a character split between chunks', async () => {
  const bytes = new TextEncoder().encode('data: Léa\n\n');
  const { events } = await eventsOf(bytes.slice(0, 8), bytes.slice(8));
  expect(events).toEqual([{ name: 'message', data: 'Léa' }]);
});

test('listen cancels the stream when an event cannot be parsed', async () => {
  const canceled = vi.fn<() => void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"topi\n\n')),
    cancel: canceled,
  });
  const open = () => Promise.resolve(new Response(body));
  const read = listen(open, ({ data }) => void JSON.parse(data), new AbortController().signal);
  await expect(read).rejects.toBeInstanceOf(SyntaxError);
  expect(canceled).toHaveBeenCalledOnce();
});
