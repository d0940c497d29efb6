import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { drawingThread } from './server-program.ts';

await import(drawingThread.href);

/** The document worker thread, which exits or hangs for receipts with certain titles. */
const mark = path.join(tmpdir(), `florin-ended-once-${process.pid}`);

parentPort?.on('message', ({ question }: { question?: { open?: { receipt?: { title: string } } } }) => {
  const title = question?.open?.receipt?.title;
  if (title === 'end') process.exit(1);
  if (title === 'stand still') for (;;);
  if (title !== 'end once') return;
  if (existsSync(mark)) return rmSync(mark);
  writeFileSync(mark, '');
  process.exit(1);
});
