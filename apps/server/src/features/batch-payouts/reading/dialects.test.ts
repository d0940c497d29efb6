import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTable } from './read-table.ts';

/**
 * LibreOffice wrote the files in `dialects` from one sheet with German and one with US numbers:
 * `soffice --headless --convert-to "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false" sheet.fods`.
 * The first number is the delimiter (59 ; 44 , 9 tab 124 |), the third the encoding (76 UTF-8, 65535 UTF-16, 1
 * Windows-1252), the seventh whether all texts are quoted.
 */
const written = [
  ['libreoffice-de-semicolon-utf8.csv', ['1234,5', '0,07', '1234567,89', '1000']],
  ['libreoffice-us-comma-utf8.csv', ['1234.5', '0.07', '1234567.89', '1000']],
  ['libreoffice-de-tab-utf16.csv', ['1234,5', '0,07', '1234567,89', '1000']],
  ['libreoffice-us-pipe-windows1252.csv', ['1234.5', '0.07', '1234567.89', '1000']],
] as const;

const read = (content: string | Uint8Array) => readTable(Buffer.from(content as string));
const detailOf = (content: string | Uint8Array): string => {
  try {
    read(content);
  } catch (error) {
    expect(error).toMatchObject({ code: 'batch_file_refused' });
    return (error as Error).message;
  }
  throw new Error('the file was read');
};

describe('a file of LibreOffice', () => {
  test.each(written)('reads a file of LibreOffice: %s', (name, amounts) => {
    const rows = readTable(readFileSync(new URL(`dialects/${name}`, import.meta.url)));
    expect(rows.map(({ cells }) => cells.amount)).toEqual(amounts);
    expect(rows.map(({ number }) => number)).toEqual([2, 3, 5, 6]);
    expect(rows[0]?.cells).toMatchObject({
      recipient: 'hana@florin.example',
      note: 'Miete & Strom, März; „Büro“',
      reference: '2026-03-1',
    });
    expect(rows[1]?.cells.note).toBe('He said "thanks"');
    expect(rows[2]?.cells).toMatchObject({ recipient: 'jürgen@bücher.example', currency: 'GBP', note: '' });
    expect(rows[3]?.cells.note).toBe('two | pipes');
  });
});

const row = { recipient: 'a@b.example', amount: '1,5', currency: 'EUR', note: 'Büro', reference: '' };
const utf16be = (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]);

describe('a file that was written by hand', () => {
  test.each<[string, string | Uint8Array]>([
    ['with other headings, order and case', 'CCY;To;MEMO;Amount\nEUR;a@b.example;Büro;1,5\n'],
    [
      'with CRLF, blank lines and no final line end',
      '\r\nrecipient;amount;currency;note\r\n\r\na@b.example;1,5;EUR;Büro',
    ],
    ['with CR', 'recipient;amount;currency;note\ra@b.example;1,5;EUR;Büro\r'],
    ['with mixed line ends', 'recipient;amount;currency;note\r\na@b.example;1,5;EUR;Büro\n'],
    ['with a byte order mark', '\uFEFFrecipient;amount;currency;note\na@b.example;1,5;EUR;Büro\n'],
    ['with the delimiter in its first line', 'sep=;\r\nrecipient;amount;currency;note\r\na@b.example;1,5;EUR;Büro\r\n'],
    ['with commas and quotes', '"recipient","amount","currency","note"\n"a@b.example","1,5","EUR","Büro"\n'],
    ['in UTF-16 with the big end first', utf16be('recipient\tamount\tcurrency\tnote\na@b.example\t1,5\tEUR\tBüro\n')],
    ['in Windows-1252', Buffer.from('recipient|amount|currency|note\na@b.example|1,5|EUR|Büro\n', 'latin1')],
    ['with spaces around cells', 'recipient ; amount ; currency ; note\n a@b.example ; 1,5 ; EUR ; Büro \n'],
    ['with empty columns at the end', 'recipient;amount;currency;note;;\na@b.example;1,5;EUR;Büro;;\n'],
  ])('reads a file that was written by hand %s', (_, content) => {
    expect(read(content).map(({ cells }) => cells)).toEqual([row]);
  });

  test('a file may have line breaks in quoted cells, and its rows count as in a spreadsheet', () => {
    const rows = read('recipient,amount,currency,note\na@b.example,1,EUR,"one\ntwo"\nc@d.example,2,EUR,\n');
    expect(rows.map(({ number, cells }) => [number, cells.recipient])).toEqual([
      [2, 'a@b.example'],
      [3, 'c@d.example'],
    ]);
  });
});

describe('a file that is refused', () => {
  const head = 'recipient,amount,currency\n';
  test.each<[string, string | Uint8Array, string]>([
    ['is empty', '', 'empty'],
    ['has no rows', head, 'no rows'],
    ['lacks columns', 'recipient,note\na@b.example,hi\n', 'no column for the amount and the currency'],
    ['has an unknown column', 'recipient,amount,currency,colour\na,1,EUR,red\n', '"colour" is not known'],
    ['has a column twice', 'email,recipient,amount,currency\na,b,1,EUR\n', 'Two columns mean the recipient'],
    ['has a column without a heading', 'recipient,amount,currency,\na,1,EUR,x\n', 'Column 4 has no heading'],
    ['has a row with more cells', `${head}a@b.example,1,500.00,EUR\n`, 'Row 2 has more cells'],
    ['does not close a quotation mark', `${head}"a@b.example,1,EUR\n`, 'quotation mark'],
    ['is an Excel file', Buffer.from('PK\u0003\u0004rest'), 'Save it as CSV'],
    ['is binary', Buffer.from([1, 0, 2, 0, 3]), 'not a text file'],
    ['is only line ends', '\n'.repeat(30_000), '20000 rows or more'],
    ['has too many rows', head + 'a@b.example,1,EUR\n'.repeat(5001), '5001 rows'],
  ])('says why it refuses a file that %s', (_, content, sentence) => {
    expect(detailOf(content)).toContain(sentence);
  });
});
