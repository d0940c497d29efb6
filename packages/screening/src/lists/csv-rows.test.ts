import { expect, test } from 'vitest';
import { csvRows } from './csv-rows.ts';

async function* bytesOf(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(text: string): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const row of csvRows(bytesOf(text, 3))) rows.push(row); // pieces that end within characters
  return rows;
}

test('reads quotes, commas and line ends within quotes, and blanks around fields', async () => {
  expect(await rowsOf('1,"a, ""b""" , c d ,-0- \r\n2,"x\ny",é\n')).toEqual([
    ['1', 'a, "b"', 'c d', '-0-'],
    ['2', 'x\ny', 'é'],
  ]);
});

test('reads a last row without a line end, and stops at the end-of-file character', async () => {
  expect(await rowsOf('1,a\n2,b')).toEqual([
    ['1', 'a'],
    ['2', 'b'],
  ]);
  expect(await rowsOf('1,a\r\n\u001a\r\n')).toEqual([['1', 'a']]);
});

test.each([
  ['1,"a', 'Line 1 ends within quotes'],
  ['1,"a"b', 'Line 1 has text behind a closing quote'],
  ['1,a\n\u001a2,b', 'Line 2 has text behind the end of the file'],
  [','.repeat(101), 'Line 1 has more than 100 fields'],
])('rejects the CSV row %j', async (text, message) => {
  await expect(rowsOf(text)).rejects.toThrow(message);
});
