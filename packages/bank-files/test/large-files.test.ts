import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { BankFileError, BankFileReader } from '../src/index.ts';
import { camtFile, manyEntries } from './camt-writer.ts';

const account = 'DE02120300000000202051';
const MB = 1_000_000;

/** A file with this many lines and their texts, before, within and after its entries. */
function partsOfFile(lines: number, text: string) {
  const entries = manyEntries(lines, text);
  const file = [...camtFile([{ account, sequence: '1', opening: 0n, entries }])].join('');
  const [first, last] = [file.indexOf('<Ntry>'), file.lastIndexOf('<Bal>')];
  const part = (start: number, end?: number) => Buffer.from(file.slice(start, end));
  return { head: part(0, first), entries: part(first, last), end: part(last) };
}

/** Returns the memory that is still needed, in bytes. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('reads a file of more than 100 MB without growing memory', () => {
  const { head, entries, end } = partsOfFile(100, ' Thank you.'.repeat(900));
  const reader = new BankFileReader('large.xml');
  let size = 0;
  let lines = 0;
  const write = (bytes: Buffer) => {
    size += bytes.length;
    lines += reader.write(bytes).filter(({ kind }) => kind === 'line').length;
  };
  write(head);
  while (size < 5 * MB) write(entries);
  const before = memoryInUse();
  while (size < 100 * MB) write(entries);
  expect(memoryInUse() - before).toBeLessThan(5 * MB);
  write(end);
  reader.end();
  expect(size).toBeGreaterThan(100 * MB);
  expect(lines).toBeGreaterThan(9_000);
});

test('reads a file of exactly the maximum size, and refuses one byte more', () => {
  const { head, entries, end } = partsOfFile(2, '');
  const read = (size: number) => {
    const reader = new BankFileReader('large.xml', { maximumBytes: MB });
    const file = Buffer.alloc(size, ' ');
    Buffer.concat([head, entries, end]).copy(file);
    return [...reader.write(file), ...reader.end()].filter(({ kind }) => kind === 'line').length;
  };
  expect(read(MB)).toBe(2);
  expect(() => read(MB + 1)).toThrow(new BankFileError('The file is larger than 1 MB.'));
});

test('refuses a file of more than 100 MB before reading it', () => {
  const reader = new BankFileReader('large.xml', { maximumBytes: 100 * MB });
  expect(() => reader.write(Buffer.alloc(100 * MB + 1, '<'))).toThrow(
    new BankFileError('The file is larger than 100 MB.'),
  );
});
