import { expect, test } from 'vitest';
import { readBai2 } from './bai2/read-bai2.ts';
import { detectFormat } from './detect.ts';
import { readMt94x } from './mt940/read-mt94x.ts';
import { readNacha } from './nacha/read-nacha.ts';
import { BankFileReader } from './read.ts';
import { readXml } from './xml/read-xml.ts';

test.each([
  ['<?xml version="1.0"?>', readXml],
  ['\n <Document>', readXml],
  ['01,A,B,240430,,1,,,2/', readBai2],
  ['\r\n01,A', readBai2],
  ['101 021000021 1234567890', readNacha],
  [':20:X', readMt94x],
  ['\r\n\r\n:20:X', readMt94x],
  [':940:\r\n:20:X', readMt94x],
  ['ABNANL2A\r\n940\r\nABNANL2A\r\n:20:X', readMt94x],
  ['{1:F01TESTNL2AXXX00001}{2:I940', readMt94x],
  ['\u0001{1:F01TESTNL2AXXX00001}', readMt94x],
  ['\u0001\n:20:X', readMt94x],
  ['{4::20:X', readMt94x],
  [':25:12345678/1020304050', readMt94x],
  [':60F:C240430EUR1,', readMt94x],
] as const)('recognizes the format of %j', (start, open) => {
  expect(detectFormat(Buffer.from(start)).open).toBe(open);
  expect(detectFormat(Buffer.from(`\ufeff${start}`)).open).toBe(open);
  expect(detectFormat(Buffer.from(`\ufeff${start}`, 'utf16le')).open).toBe(open);
});

test.each(['', 'hello', '1\n2\n3', 'date;amount\n2024-04-30 12:20:15;1', '00,A,B'])(
  'refuses a file that begins with %j',
  (start) => {
    expect(() => detectFormat(Buffer.from(start))).toThrow('The file has no known format.');
  },
);

test.each([1, 4_096, 1_000_000])(
  'refuses a file with 5,000 blanks before its content, in pieces of %i bytes',
  (size) => {
    const file = Buffer.from(`${' '.repeat(5_000)}:20:X`);
    const read = () => {
      const reader = new BankFileReader('blanks.txt');
      for (let at = 0; at < file.length; at += size) reader.write(file.subarray(at, at + size));
      reader.end();
    };
    expect(read).toThrow('The file has no known format.');
  },
);
