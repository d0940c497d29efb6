import { expect } from 'vitest';
import { BankFileError, type BankFileEvent, type StatementLine } from '../src/bank-file.ts';
import { checkFile, type CheckedFile } from '../src/check.ts';
import type { OpenReader } from '../src/detect.ts';
import { Output } from '../src/output.ts';

/** Reads a text as one file. */
export function readText(text: string): CheckedFile {
  const [file] = checkFile('file', [Buffer.from(text)]);
  if (!file) throw new Error('No file was read.');
  return file;
}

/** Reads a text with one statement of one line. */
export function onlyLine(text: string): StatementLine {
  const { statements, error } = readText(text);
  const line = statements[0]?.lines[0];
  if (!line) throw new Error(error ?? 'There is no line.');
  expect(statements.map(({ lines }) => lines.length)).toEqual([1]);
  return line;
}

/** Returns the results of a reader for pieces of a text. */
export function eventsOf(open: OpenReader, pieces: readonly string[]): readonly (BankFileEvent | string)[] {
  const events: (BankFileEvent | string)[] = [];
  try {
    const reader = open('file', new Output((event) => events.push(event)));
    for (const piece of pieces) reader.write(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    events.push(error.message);
  }
  return events;
}

/** Expects the same events for each cut of the text into two pieces, and for single characters. */
export function expectSameInPieces(open: OpenReader, text: string): void {
  const whole = eventsOf(open, [text]);
  for (let cut = 1; cut < text.length; cut++) {
    expect(eventsOf(open, [text.slice(0, cut), text.slice(cut)])).toEqual(whole);
  }
  expect(eventsOf(open, text.split(''))).toEqual(whole);
}
