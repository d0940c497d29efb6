import { expect, test } from 'vitest';
import { account, camt053, entry, eventsOf, read, statement } from '../../test/camt-text.ts';
import { checkFile } from '../check.ts';

const document = (body: string, namespace: string) => `<Document xmlns="${namespace}">${body}</Document>`;
const iso = (name: string) => `urn:iso:std:iso:20022:tech:xsd:${name}`;
const own = statement(account + entry('1'));
const lineCount = (xml: string) => read(xml).statements.reduce((sum, { lines }) => sum + lines.length, 0);

test.each([
  ['BkToCstmrAcctRptV01', 'Rpt', 'camt.052.001.01', 'camt.052'],
  ['BkToCstmrAcctRpt', 'Rpt', 'camt.052.001.08', 'camt.052'],
  ['BkToCstmrStmtV01', 'Stmt', 'camt.053.001.01', 'camt.053'],
  ['BkToCstmrStmt', 'Stmt', 'camt.053.001.13', 'camt.053'],
  ['BkToCstmrDbtCdtNtfctnV01', 'Ntfctn', 'camt.054.001.01', 'camt.054'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'camt.054.001.04', 'camt.054'],
])('recognizes the message %s of %s', (message, name, namespace, format) => {
  const body = `<${message}><GrpHdr/><${name}>${account}${entry('1')}</${name}></${message}>`;
  expect(read(document(body, iso(namespace)))).toMatchObject({
    format,
    warnings: [],
    statements: [{ lines: [{ amount: '1.00' }] }],
  });
});

test('reads notifications without a status as booked', () => {
  const body = entry('1').replace('<Sts>BOOK</Sts>', '');
  const xml = `<BkToCstmrDbtCdtNtfctn><Ntfctn>${account}${body}</Ntfctn></BkToCstmrDbtCdtNtfctn>`;
  expect(read(document(xml, iso('camt.054.001.02')))).toMatchObject({
    warnings: [],
    statements: [{ adds_up: null, lines: [{ amount: '1.00' }] }],
  });
});

test('reads any namespace prefix', () => {
  const xml = camt053(own)
    .replace(/<(\/?)(?=[A-Z])/g, '<$1a-b.c:')
    .replace('xmlns=', 'xmlns:a-b.c=');
  expect(read(xml)).toMatchObject({ warnings: [], statements: [{ lines: [{ amount: '1.00' }] }] });
});

test('warns of a missing or wrong namespace', () => {
  expect(read(camt053(own).replace(/ xmlns="[^"]*"/, '')).warnings).toEqual([
    'The file has no namespace. It was read as camt.053.',
  ]);
  expect(read(camt053(own).replace('camt.053.001.02', 'camt.054.001.02')).warnings).toEqual([
    "The file's namespace names camt.054.001.02. It was read as camt.053.",
  ]);
});

test('reads an envelope with one or several messages', () => {
  const header = `<AppHdr xmlns="${iso('head.001.001.01')}"><BizMsgIdr>1</BizMsgIdr></AppHdr>`;
  const envelope = `<e:Envelope xmlns:e="urn:x">${header}${camt053(own)}${header}${camt053(own)}</e:Envelope>`;
  expect(read(envelope)).toMatchObject({ format: 'camt.053', warnings: [], statements: [{}, {}] });
  expect(lineCount(envelope)).toBe(2);
});

test('reads a message without the element Document', () => {
  expect(lineCount(camt053(own).replace(/<\/?Document[^>]*>/g, ''))).toBe(1);
});

test.each([
  ['<CstmrDrctDbtInitn/>', 'pain.008.001.08', 'pain.008.001.08'],
  ['<FIToFIPmtCxlReq/>', 'camt.056.001.08', 'camt.056.001.08'],
  ['<CstmrDrctDbtInitn/>', '', 'pain.008'],
  ['<Something/>', '', '"Something"'],
])('refuses another message and names it: %s %s', (body, namespace, name) => {
  expect(read(document(body, namespace === '' ? 'urn:x' : iso(namespace))).error).toBe(
    `Line 1 of the file: The message is ${name}. Only camt.052, camt.053, camt.054, pain.001 and pain.002 can be read.`,
  );
});

test('refuses other XML, and a message without a statement', () => {
  expect(read('<a><b/></a>').error).toBe(
    'The file is XML, but it has no message of camt.052, camt.053, camt.054, pain.001 or pain.002.',
  );
  expect(read(camt053()).error).toBe('Line 1 of the file: The camt.053 message has no statement.');
});

test('skips unknown elements that contain known elements', () => {
  const xml = camt053(statement(`${account}<SplmtryData>${entry('9')}</SplmtryData>${entry('1')}`));
  expect(lineCount(xml)).toBe(1);
});

const long = camt053(statement(account + entry('1', `<AddtlNtryInf>Müller &amp; 𝄞\r\n<![CDATA[]]]]></AddtlNtryInf>`)));

test('reads the same message from text in pieces of any length', () => {
  const whole = eventsOf([long]);
  expect(whole).toHaveLength(3);
  expect(eventsOf([...Array(long.length).keys()].map((index) => long.charAt(index)))).toEqual(whole);
  for (let cut = 0; cut <= long.length; cut += 1) {
    expect(eventsOf([long.slice(0, cut), long.slice(cut)])).toEqual(whole);
  }
});

test('refuses a truncated XML file', () => {
  for (let end = 1; end < long.length; end += 1) {
    expect(eventsOf([long.slice(0, end)])).toEqual(expect.any(String));
  }
});

test.each([
  ['UTF-8 that declares UTF-16', (xml: string) => Buffer.from(xml)],
  ['UTF-16 without a byte order mark', (xml: string) => Buffer.from(xml, 'utf16le')],
  ['UTF-16BE without a byte order mark', (xml: string) => Buffer.from(xml, 'utf16le').swap16()],
  ['UTF-16BE', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16()],
])('reads %s', (_, bytesOf) => {
  const [file] = checkFile('a.xml', [bytesOf(`<?xml version="1.0" encoding="UTF-16"?>${camt053(own)}`)]);
  expect(file).toMatchObject({ format: 'camt.053', statements: [{ lines: [{ amount: '1.00' }] }] });
  expect(file?.error).toBeUndefined();
});
