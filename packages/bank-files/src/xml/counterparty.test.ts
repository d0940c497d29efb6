import { expect, test } from 'vitest';
import { account, camt053, details, entry, lineOf, read, statement } from '../../test/camt-text.ts';

const own = 'DE02120300000000202051';
const party = (role: string, name: string, account = '') =>
  `<${role}><Nm>${name}</Nm></${role}>${account === '' ? '' : `<${role}Acct><Id><IBAN>${account}</IBAN></Id></${role}Acct>`}`;
const fileWith = (xml: string, own = account) => read(camt053(statement(own + xml)));
const parties = (...contents: readonly string[]) => `<RltdPties>${contents.join('')}</RltdPties>`;
const named = (direction: string, content: string, rest = '') =>
  lineOf(entry('1', rest + details(content), direction)).counterparty;

test('names the payer of a credit and the receiver of a debit', () => {
  const both = parties(party('Dbtr', 'Ann'), party('Cdtr', 'Bob'));
  expect([named('CRDT', both), named('DBIT', both)]).toEqual(['Ann', 'Bob']);
});

test.each([
  ['<Dbtr><Nm>Ann</Nm></Dbtr>', 'Ann'],
  ['<Dbtr><Pty><Nm>Ann</Nm></Pty></Dbtr>', 'Ann'],
  ['<Dbtr><Agt><FinInstnId><Nm>A Bank</Nm></FinInstnId></Agt></Dbtr>', 'A Bank'],
  ['<UltmtDbtr><Nm>Ann</Nm></UltmtDbtr>', 'Ann'],
  ['<Dbtr><Nm>A Processor</Nm></Dbtr><UltmtDbtr><Nm>Ann</Nm></UltmtDbtr>', 'A Processor'],
  ['<Dbtr><Id/></Dbtr><UltmtDbtr><Pty><Nm>Ann</Nm></Pty></UltmtDbtr>', 'Ann'],
  ['<DbtrAcct><Nm>Ann</Nm></DbtrAcct>', 'Ann'],
  ['<Cdtr><Nm>We</Nm></Cdtr>', null],
])('finds the name in %s', (xml, name) => {
  expect(named('CRDT', parties(xml))).toBe(name);
});

test.each([
  ['<Id><IBAN>GB33 BUKB 2020 1555 5555 55</IBAN></Id>', 'GB33BUKB20201555555555'],
  ['<Id><Othr><Id>0000000000</Id></Othr></Id>', '0000000000'],
  ['<Id><BBAN>123</BBAN></Id>', '123'],
  ['<Id><PrtryAcct><Id>456</Id></PrtryAcct></Id>', '456'],
])('finds the account in %s', (xml, number) => {
  const line = lineOf(entry('1', details(parties(`<DbtrAcct>${xml}</DbtrAcct>`))));
  expect(line.counterparty_account).toBe(number);
});

test.each([
  ['no bank', ''],
  ['a bank without a BIC', '<DbtrAgt><FinInstnId/></DbtrAgt>'],
  ['the word for no bank', '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>'],
  ['the word in place of a BIC', '<DbtrAgt><FinInstnId><BICFI>NOTPROVIDED</BICFI></FinInstnId></DbtrAgt>'],
  ['a name only', '<DbtrAgt><FinInstnId><Nm>A Bank</Nm></FinInstnId></DbtrAgt>'],
])('reads a payment with %s like one with a BIC', (_, agent) => {
  const bic = '<DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt>';
  for (const id of ['<IBAN>GB33BUKB20201555555555</IBAN>', '<Othr><Id>55555555</Id></Othr>']) {
    const payer = parties(`<Dbtr><Nm>Ann</Nm></Dbtr><DbtrAcct><Id>${id}</Id></DbtrAcct>`);
    const readWith = (own: string) => fileWith(entry('1', details(`${payer}<RltdAgts>${own}</RltdAgts>`)));
    expect(readWith(agent)).toEqual(readWith(bic));
    expect(readWith(agent)).toMatchObject({
      warnings: [],
      statements: [{ lines: [{ counterparty: 'Ann', counterparty_account: id.replace(/<[^>]*>/g, '') }] }],
    });
  }
});

test("reads the owner's account like any other if its bank has no BIC", () => {
  const withBank = (bank: string) => account.replace('</Acct>', `<Svcr><FinInstnId>${bank}</FinInstnId></Svcr></Acct>`);
  for (const bank of ['', '<Othr><Id>NOTPROVIDED</Id></Othr>', '<BIC>COBADEFFXXX</BIC>'])
    expect(fileWith(entry('1'), withBank(bank))).toEqual(fileWith(entry('1')));
});

test('names the receiver of the original payment if a payment is returned', () => {
  const returned = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
  const original = parties(party('Dbtr', 'We', own), party('Cdtr', 'Bob', 'GB33BUKB20201555555555'));
  expect(named('CRDT', original + returned)).toBe('Bob');
  const exchanged = parties(party('Dbtr', 'Bob', 'GB33BUKB20201555555555'), party('Cdtr', 'We', own));
  expect(named('CRDT', exchanged + returned)).toBe('Bob');
  expect(named('CRDT', parties(party('Dbtr', 'We'), party('Cdtr', 'Bob')) + returned)).toBe('Bob');
  expect(named('CRDT', parties(party('Dbtr', 'Bob')) + returned)).toBe('Bob');
});

test('names the party of the original payment in a reversal', () => {
  const original = parties(party('Dbtr', 'Ann'), party('Cdtr', 'We'));
  expect(named('DBIT', original, '<RvslInd>true</RvslInd>')).toBe('Ann');
});

test('recognizes the owner’s account by its national number', () => {
  const content = parties(
    party('Dbtr', 'We').replace('</Dbtr>', '</Dbtr><DbtrAcct><Id><Othr><Id>0000202051</Id></Othr></Id></DbtrAcct>'),
    party('Cdtr', 'Bob'),
  );
  expect(named('CRDT', content)).toBe('Bob');
});
