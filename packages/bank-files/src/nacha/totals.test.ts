import { expect, test } from 'vitest';
import { addenda05, readNachaFile as read, recordsOf } from '../../test/nacha-file.ts';

/** Changes columns of the record that begins like this. */
function changed(start: string, first: number, text: string): string[] {
  const records = recordsOf([{ entries: [{}, { code: '27', amount: 7 }] }]);
  const index = records.findIndex((record) => record.startsWith(start));
  const record = records[index] ?? '';
  records[index] = record.slice(0, first - 1) + text + record.slice(first - 1 + text.length);
  return records;
}

test.each([
  ['8', 5, '000003', 'Record 5 in batch 0000001: the number of entries and addenda is 3, but the records give 2.'],
  ['8', 11, '1', 'Record 5 in batch 0000001: the entry hash is 1018200002, but the records give 18200002.'],
  ['8', 21, '1', 'Record 5 in batch 0000001: the debit total is 1000000000.07, but the records give 0.07.'],
  ['8', 33, '1', 'Record 5 in batch 0000001: the credit total is 1000000012.50, but the records give 12.50.'],
  ['9', 14, '1', 'Record 6: the number of entries and addenda is 10000002, but the records give 2.'],
  ['9', 22, '1', 'Record 6: the entry hash is 1018200002, but the records give 18200002.'],
  ['9', 32, '1', 'Record 6: the debit total is 1000000000.07, but the records give 0.07.'],
  ['9', 44, '1', 'Record 6: the credit total is 1000000012.50, but the records give 12.50.'],
  ['9', 44, 'X', 'Record 6: the credit total "X00000001250" is not a number.'],
  ['6', 30, '2', 'Record 5 in batch 0000001: the credit total is 12.50, but the records give 20000012.50.'],
  ['6', 30, '-', 'Record 3 in batch 0000001: the amount "-000001250" is not a number.'],
  ['6', 2, '27', 'Record 5 in batch 0000001: the debit total is 0.07, but the records give 12.57.'],
  ['5', 51, 'XYZ', 'Record 2: the standard entry class "XYZ" is unknown.'],
  ['5', 70, '261131', 'Record 2: the effective entry date "261131" is not a date.'],
  ['5', 1, '4', 'Record 2: the record type "4" is unknown.'],
  ['8', 1, '5', 'Record 5 in batch 0000001: a new batch begins before the control record of this one.'],
])('refuses a record that begins with %s and has at column %i "%s"', (start, column, text, message) => {
  expect(read(changed(start, column, text)).error).toBe(message);
});

test.each([
  ['9', 2, '000005', 'Record 6: the number of batches is 5, but the file has 1.'],
  ['9', 8, '000009', 'Record 6: the number of blocks is 9, but the file has 1.'],
  ['8', 88, '0000009', 'Record 5 in batch 0000001: the batch number is not that of batch 0000001.'],
  ['1', 35, '94101A', 'Record 1: the file header record does not have its fields in their columns.'],
  ['5', 2, '100', 'Record 2: the service class "100" is unknown.'],
  ['6', 79, '1', 'Record 4 in batch 0000001: the addenda record of the entry before is missing.'],
])('warns about a record that begins with %s and has at column %i "%s"', (start, column, text, warning) => {
  const file = read(changed(start, column, text));
  expect(file.error).toBeUndefined();
  expect(file.warnings).toEqual([warning]);
});

test('refuses a file with columns shifted by one, even if its totals are right', () => {
  const [header = '', batch = '', ...rest] = recordsOf([{ entries: [{}] }]);
  const shifted = batch.replace('      1987654321', '     1987654321').replace('1091', ' 1091');
  expect(read([header, shifted, ...rest]).error).toBe('Record 2: the standard entry class "PDP" is unknown.');
});

test('refuses a file that ends too early after any record', () => {
  const records = recordsOf([{ entries: [{ addenda: [addenda05('HELLO')] }] }]).filter((one) => !/^9+$/.test(one));
  for (let count = 1; count < records.length; count++)
    expect(read(records.slice(0, count)).error).toMatch(/^The file ends.* without its control record\.$/);
});

test('refuses records outside of a batch or after the end of the file', () => {
  const records = recordsOf([{ entries: [{}] }]);
  const [header = '', batch = '', entry = '', ...rest] = records;
  expect(read([header, entry]).error).toBe('Record 2: the record is not in a batch.');
  expect(read([header, batch, addenda05('A')]).error).toBe(
    'Record 3 in batch 0000001: an addenda record has no entry.',
  );
  expect(read([...records, entry]).error).toBe('Record 11: a file header record is expected here.');
  expect(read([header, batch, '9'.repeat(94), entry, ...rest]).error).toBe(
    'Record 3 in batch 0000001: the file control record is missing.',
  );
});
