import { expect, test } from 'vitest';
import { read } from '../../test/camt-text.ts';

const pain002 = (content: string, name = 'CstmrPmtStsRpt') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><${name}><GrpHdr/>${content}</${name}></Document>`;
const statusesOf = (content: string) => read(pain002(content)).statuses;
const group = (content: string) => `<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId>${content}</OrgnlGrpInfAndSts>`;
const block = (content: string) => `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId>${content}</OrgnlPmtInfAndSts>`;
const payment = (id: string, content: string) =>
  `<TxInfAndSts><OrgnlInstrId>I-${id}</OrgnlInstrId><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${content}</TxInfAndSts>`;
const reason = (code: string, text = '') => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${text}</StsRsnInf>`;

test('reports each level that has a status, in the order of the file', () => {
  const rejected = payment('E2', `<TxSts>RJCT</TxSts>${reason('AC04')}`);
  const accepted = payment('E1', '<TxSts>ACSP</TxSts>');
  const none = { reason_code: null, reason: null };
  expect(
    statusesOf(group('<GrpSts>PART</GrpSts>') + block(`<PmtInfSts>PART</PmtInfSts>${accepted}${rejected}`)),
  ).toEqual([
    { level: 'group', id: 'M1', status: 'PART', ...none },
    { level: 'payment', id: 'P1', status: 'PART', ...none },
    { level: 'transaction', id: 'E1', status: 'ACSP', ...none },
    { level: 'transaction', id: 'E2', status: 'RJCT', reason_code: 'AC04', reason: 'The account is closed.' },
  ]);
});

test('does not report a level without a status', () => {
  expect(statusesOf(group('') + block(payment('E1', '<TxSts>RJCT</TxSts>')))).toMatchObject([{ level: 'transaction' }]);
  expect(statusesOf(group('') + block('<PmtInfSts>RJCT</PmtInfSts>'))).toMatchObject([{ level: 'payment', id: 'P1' }]);
});

test('reports a block whose status comes after its payments', () => {
  expect(statusesOf(block(`${payment('E1', '<TxSts>ACSP</TxSts>')}<PmtInfSts>ACSP</PmtInfSts>`))).toMatchObject([
    { level: 'transaction' },
    { level: 'payment', status: 'ACSP' },
  ]);
});

test('takes the instruction id for a payment without an end-to-end id', () => {
  expect(statusesOf(payment('NOTPROVIDED', '<TxSts>RJCT</TxSts>'))).toMatchObject([{ id: 'I-NOTPROVIDED' }]);
});

test("prefers the bank's own reason texts, and joins them", () => {
  const text = '<AddtlInf><![CDATA[Id <7>]]></AddtlInf><AddtlInf>exists</AddtlInf>';
  expect(statusesOf(group(`<GrpSts>RJCT</GrpSts>${reason('NARR', text)}${reason('DU01')}`))).toMatchObject([
    { reason_code: 'NARR', reason: 'Id <7> exists' },
  ]);
});

test('shows an unknown status code unchanged', () => {
  const proprietary = '<StsRsnInf><Rsn><Prtry>X9</Prtry></Rsn></StsRsnInf>';
  expect(statusesOf(group(`<GrpSts>RJCT</GrpSts>${proprietary}`))).toMatchObject([{ reason_code: 'X9', reason: null }]);
});

test('reads version 02 with payments outside of blocks', () => {
  const old = `<StsRsnInf><StsRsn><Cd>AC01</Cd></StsRsn><AddtlStsRsnInf>wrong</AddtlStsRsnInf></StsRsnInf>`;
  const xml = pain002(group('<GrpSts>PART</GrpSts>') + payment('E1', `<TxSts>RJCT</TxSts>${old}`), 'pain.002.001.02');
  expect(read(xml)).toMatchObject({
    format: 'pain.002',
    statuses: [{ level: 'group' }, { id: 'E1', status: 'RJCT', reason_code: 'AC01', reason: 'wrong' }],
  });
});

test('refuses a message without any status', () => {
  expect(read(pain002(group(''))).error).toBe('Line 1 of the file: The pain.002 message has no status.');
});
