import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { nacha } from '../test/payout-room.ts';
import { readConfigFile } from './config-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'florin.json');

const account = {
  id: 'main-usd',
  currency: 'USD',
  holder: 'Florin Example Inc.',
  bank: 'Example Bank',
  purpose: 'safeguarding',
  routing_number: '021000021',
  account_number: '123456789',
};

function problemsOf(changes: Record<string, unknown>, settings: Record<string, unknown> = {}): string[] {
  const operator_accounts = [{ ...account, nacha: { ...nacha, ...settings }, ...changes }];
  writeFileSync(file, JSON.stringify({ operator_accounts }));
  const problems: string[] = [];
  readConfigFile({ FLORIN_CONFIG: file }, problems);
  return problems.map((problem) => problem.replace(`${file}: operator_accounts.0`, ''));
}

test('accepts an account with the settings for NACHA files', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ nacha: undefined })).toEqual([]);
  expect(problemsOf({}, { balanced: true, account_type: 'savings', entry_description: 'WALLET' })).toEqual([]);
});

test.each<[Record<string, unknown>, string]>([
  [
    { immediate_destination: undefined },
    '.nacha.immediate_destination must be the 9-digit routing number of the bank that gets the file.',
  ],
  [
    { immediate_destination: '021000022' },
    '.nacha.immediate_destination must be the 9-digit routing number of the bank that gets the file.',
  ],
  [
    { odfi_routing: undefined },
    '.nacha.odfi_routing must be the 9-digit routing number of the bank that sends the payments into the network (ODFI).',
  ],
  [
    { immediate_origin: undefined },
    '.nacha.immediate_origin must be the immediate origin of 9 or 10 digits that your bank gave you.',
  ],
  [{ company_name: undefined }, '.nacha.company_name must be the name that receivers see, of at most 16 characters.'],
  [
    { company_id: '12345678901' },
    '.nacha.company_id must be the company ID of at most 10 characters that your bank gave you.',
  ],
])('names the missing NACHA setting: %j', (settings, problem) => {
  expect(problemsOf({}, settings)).toEqual([problem]);
});

test('names a mistyped number of an account', () => {
  expect(problemsOf({ routing_number: '021000022' })).toEqual([
    '.routing_number and account_number must be those of one account, not 021000022 123456789. Check every digit.',
  ]);
});

test('refuses NACHA for other currencies and without an account number', () => {
  const sentence = ' must be in USD and have an account_number, because it has nacha.';
  expect(problemsOf({ currency: 'EUR' })).toEqual([sentence]);
  expect(problemsOf({ account_number: undefined, routing_number: undefined, iban: 'DE75512108001245126199' })).toEqual([
    sentence,
  ]);
  expect(problemsOf({ routing_number: undefined }, { balanced: true })).toEqual([
    ' must have a routing_number, because nacha.balanced is true.',
  ]);
});
