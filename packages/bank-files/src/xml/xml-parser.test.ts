import { expect, test } from 'vitest';
import { account, camt053, entry, eventsOf, lineOf, read, statement } from '../../test/camt-text.ts';

const own = camt053(statement(account + entry('1', '<AddtlNtryInf>text</AddtlNtryInf>')));
const errorOf = (xml: string) => {
  const read = eventsOf([xml]);
  return typeof read === 'string' ? read : null;
};

test.each([
  '<!DOCTYPE Document>',
  '<!DOCTYPE Document SYSTEM "http://localhost/x.dtd">',
  '<!DOCTYPE Document [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>',
])('refuses a document type declaration: %s', (declaration) => {
  expect(errorOf(declaration + own)).toMatch(/document type declaration/);
  expect(errorOf(own.replace('text', declaration))).toEqual(expect.any(String));
});

test('refuses entities other than the five of XML', () => {
  expect(errorOf(own.replace('text', '&a;'))).toMatch(/undefined entity/);
  expect(lineOf(entry('1', '<AddtlNtryInf>&lt;&gt;&amp;&quot;&apos;&#x41;&#66;</AddtlNtryInf>')).remittance).toBe(
    '<>&"\'AB',
  );
});

test('refuses deeply nested XML elements', () => {
  const nested = (depth: number) => camt053(statement(account + '<a>'.repeat(depth) + '</a>'.repeat(depth)));
  expect(errorOf(nested(61))).toBeNull();
  expect(errorOf(nested(62))).toBe('Line 1 of the file: Elements are nested more than 64 deep.');
  expect(errorOf('<a>'.repeat(1_000_000))).toEqual(expect.any(String));
});

test.each([
  ['a text', (content: string) => own.replace('text', content)],
  ['a text in parts', (content: string) => own.replace('text', content.replace(/x{999}/g, '$&<!-- -->'))],
  ['CDATA', (content: string) => own.replace('text', `<![CDATA[${content}]]>`)],
  ['an unknown element', (content: string) => own.replace('<AddtlNtryInf>', `<a>${content}</a><AddtlNtryInf>`)],
])('refuses more than a million characters in %s', (_, xml) => {
  expect(errorOf(xml('x'.repeat(1_000_000)))).toBeNull();
  expect(errorOf(xml('x'.repeat(1_000_001)))).toMatch(/longer than 1000000 characters/);
});

test.each([
  ['a comment', '<!--', '-->'],
  ['a processing instruction', '<?a ', '?>'],
  ['an attribute', '<a b="', '"/>'],
  ['a name', '<a', '/>'],
  ['text before the document', ' \n<?a ?>', ''],
])('does not hold an endless part back: %s', (_, start, end) => {
  const parts = [start, ...Array<string>(30).fill('x'.repeat(100_000)), end];
  expect(eventsOf([own.slice(0, own.indexOf('<GrpHdr/>')), ...parts])).toEqual(expect.any(String));
});

test('refuses an entry with more details than fit into memory', () => {
  const parts = ['<Ntry><NtryDtls>', ...Array<string>(500).fill('<TxDtls/>'.repeat(1_000)), '</NtryDtls></Ntry>'];
  const start = own.slice(0, own.indexOf('<Ntry>'));
  expect(eventsOf([start, ...parts])).toMatch(/too many details/);
}, 300_000);

const payment = (content: string) => entry('1', `<NtryDtls><TxDtls><RmtInf>${content}</RmtInf></TxDtls></NtryDtls>`);

test.each([
  ['references', camt053(statement(account + payment(references(20_000))))],
  [
    'equal references',
    camt053(statement(account + payment('<Strd><CdtrRefInf><Ref>1</Ref></CdtrRefInf></Strd>'.repeat(20_000)))),
  ],
  ['texts', camt053(statement(account + payment('<Ustrd>x</Ustrd>'.repeat(50_000))))],
  ['namespaces', `<a ${namespaces(20_000)}>${'<b/>'.repeat(50_000)}${own}</a>`],
  [
    'elements',
    `<Document><CstmrPmtStsRpt><OrgnlPmtInfAndSts>${'<OrgnlPmtInfId/>'.repeat(50_000)}${'<TxInfAndSts/>'.repeat(50_000)}<PmtInfSts>ACSP</PmtInfSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
  ],
])(
  'reads very many %s',
  (_, xml) => {
    expect(errorOf(xml)).toBeNull();
  },
  300_000,
);

function references(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => 10_000_000 + index);
  return numbers.map((number) => `<Strd><CdtrRefInf><Ref>${number}</Ref></CdtrRefInf></Strd>`).join('');
}

function namespaces(count: number): string {
  return Array.from({ length: count }, (_, index) => `xmlns:n${index}="urn:x"`).join(' ');
}

test.each(['<a>', '<a></b>', '<Document/><Document/>', 'no xml', '<', '<?xml version="9"?><a/>', '&', '<a b=c/>'])(
  'refuses incorrect XML: %s',
  (xml) => {
    expect(errorOf(xml)).toEqual(expect.any(String));
  },
);

test('names the line of an error in an XML file', () => {
  expect(errorOf(own.replace('<Stmt>', '\n<Stmt>\r\n').replace('1</Amt>', 'one</Amt>'))).toBe(
    'Line 3 of the file: Statement 1, entry 1: "one" is not an amount.',
  );
});

test.each([
  ['blanks before the declaration', ` \r\n<?xml version="1.0"?>${own}`, []],
  ['a byte order mark', `\ufeff<?xml version="1.0"?>${own}`, []],
  ['blanks at the end', `${own}\r\n\r\n`, []],
  ['zero bytes at the end', `${own}\0\0`, ['The file has NUL characters. They were read as blanks.']],
  ['an end of DOS', `${own}\x1a`, ['The file has characters that XML forbids.']],
  ['a control character', own.replace('text', 'te\x1fxt'), ['The file has characters that XML forbids.']],
  ['a reference to one', own.replace('text', 'te&#x1F;xt'), ['The file has characters that XML forbids.']],
])('reads a file in spite of %s', (_, xml, warnings) => {
  const file = read(xml);
  expect(file.error).toBeUndefined();
  expect(file.warnings).toEqual(warnings);
  expect(file.statements[0]?.lines).toHaveLength(1);
});

test('does not read an amount with a forbidden character', () => {
  expect(errorOf(own.replace('>1</Amt>', '>1\x000</Amt>'))).toMatch(/"1 0" is not an amount/);
});
