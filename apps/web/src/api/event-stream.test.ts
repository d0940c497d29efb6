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
  let heard = 0;
  const events: { name: string; data: string }[] = [];
  for await (const event of readEvents(body, () => heard++)) events.push(event);
  return { events, heard };
}

const changed = { name: 'changed', data: '{"topics":["money"]}' };

test.each([
  ['one in one piece', ['event: changed\ndata: {"topics":["money"]}\n\n']],
  ['one in three pieces', ['event: cha', 'nged\ndata: {"topics":', '["money"]}\n\n']],
  ['lines that end as on Windows', ['event: changed\r\ndata: {"topics":["money"]}\r\n\r\n']],
  ['a line end that is cut in two', ['event: changed\r', '\ndata: {"topics":["money"]}\r', '\n\r', '\n']],
  ['no blank after the colon', ['event:changed\ndata:{"topics":["money"]}\n\n']],
  ['comments and unknown fields', [': still here\n\nid: 4\nretry: 9\nevent: changed\ndata: {"topics":["money"]}\n\n']],
  ['one that was cut off at the end', ['event: changed\ndata: {"topics":["money"]}\n\nevent: changed\ndata: {"to']],
])('%s is read', async (_, pieces) => {
  const { events, heard } = await eventsOf(...pieces);
  expect(events).toEqual([changed]);
  expect(heard).toBe(pieces.length);
});

test('several in one piece come one after the other', async () => {
  const { events } = await eventsOf('event: a\ndata: 1\n\ndata: 2\n\nevent: b\ndata\n\n');
  expect(events).toEqual([
    { name: 'a', data: '1' },
    { name: 'message', data: '2' },
    { name: 'b', data: '' },
  ]);
});

test('data of several lines belongs together, and an event without data is none', async () => {
  const { events } = await eventsOf('data: first\ndata: second: half\n\nevent: empty\n\n');
  expect(events).toEqual([{ name: 'message', data: 'first\nsecond: half' }]);
});

test('a character whose bytes are cut apart stays whole', async () => {
  const bytes = new TextEncoder().encode('data: Léa\n\n');
  const { events } = await eventsOf(bytes.slice(0, 8), bytes.slice(8));
  expect(events).toEqual([{ name: 'message', data: 'Léa' }]);
});

test('a stream that is read no further is ended, as where an event cannot be understood', async () => {
  const cancelled = vi.fn<() => void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"topi\n\n')),
    cancel: cancelled,
  });
  const open = () => Promise.resolve(new Response(body));
  const read = listen(open, ({ data }) => void JSON.parse(data), new AbortController().signal);
  await expect(read).rejects.toBeInstanceOf(SyntaxError);
  expect(cancelled).toHaveBeenCalledOnce();
});
