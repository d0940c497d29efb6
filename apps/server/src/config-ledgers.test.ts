import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const ledgersOf = (FLORIN_LEDGERS: string, more: Record<string, string> = {}) =>
  parseConfig({ FLORIN_LEDGERS, ...more }).ledgers;

describe('FLORIN_LEDGERS', () => {
  test('FLORIN_LEDGERS is empty by default', () => {
    expect(parseConfig({}).ledgers).toEqual([]);
    expect(ledgersOf('')).toEqual([]);
  });

  test('FLORIN_LEDGERS separates addresses at commas, and leaves the hosts of an address together', () => {
    const [one, two] = ['postgres://u:p@h1:5432,h2:5432/db', 'postgresql://u@h3/db?host=/a,/b'];
    expect(ledgersOf(`${one},${two}`)).toEqual([{ databaseUrl: one }, { databaseUrl: two }]);
    expect(ledgersOf(` ${one},\n  ${two}`).length).toBe(2);
  });

  test('FLORIN_MIGRATION_LEDGERS has the owners in the order of the logins in FLORIN_LEDGERS', () => {
    const FLORIN_MIGRATION_LEDGERS = 'postgres://o@h1/a,postgres://o@h2/b';
    expect(ledgersOf('postgres://u@h1/a,postgres://u@h2/b', { FLORIN_MIGRATION_LEDGERS })).toEqual([
      { databaseUrl: 'postgres://u@h1/a', migrationDatabaseUrl: 'postgres://o@h1/a' },
      { databaseUrl: 'postgres://u@h2/b', migrationDatabaseUrl: 'postgres://o@h2/b' },
    ]);
  });

  test.each([
    ['hunter2', {}, /^FLORIN_LEDGERS must be postgres:/],
    ['postgres://u:hunter2@h/a,hunter2@h/b,', {}, /^FLORIN_LEDGERS must be postgres:/],
    ['postgres://u:hunter2@h/a,,postgres://u@h/b', {}, /^FLORIN_LEDGERS must be postgres:/],
    ['postgres://u:hunter2@h/a', { FLORIN_MIGRATION_LEDGERS: 'hunter2' }, /^FLORIN_MIGRATION_LEDGERS must be/],
    [
      'postgres://u:hunter2@h/a,postgres://u@h/b',
      { FLORIN_MIGRATION_LEDGERS: 'postgres://o:hunter2@h/a' },
      /^FLORIN_MIGRATION_LEDGERS has 1 addresses and FLORIN_LEDGERS 2\./,
    ],
    [
      'postgres://u:hunter2@h/a',
      { FLORIN_MIGRATION_LEDGERS: 'postgres://o:hunter2@h/b' },
      /^Address 1 of FLORIN_LEDGERS names the database a, and address 1 of FLORIN_MIGRATION_LEDGERS the database b\./,
    ],
    [Array(256).fill('postgres://u:hunter2@h/a').join(), {}, /^FLORIN_LEDGERS must have at most 255 addresses\./],
  ])('rejects %.60s without repeating a password', (ledgers, more, says) => {
    expect(() => ledgersOf(ledgers, more)).toThrow(says);
    expect(() => ledgersOf(ledgers, more)).not.toThrow('hunter2');
  });
});
