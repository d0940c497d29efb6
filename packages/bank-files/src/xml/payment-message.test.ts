import { expect, test } from 'vitest';
import { checkFile } from '../check.ts';

const payment = (
  id: string,
  amount: string,
  name: string,
) => `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt><Cdtr><Nm>${name}</Nm></Cdtr>
<CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Payout</Ustrd></RmtInf></CdtTrfTxInf>`;

const message = (sum: string, count: number, payments: string) =>
  Buffer.from(`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>M</MsgId><NbOfTxs>${count}</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr>
<PmtInf><PmtInfId>BATCH1</PmtInfId><ReqdExctnDt><Dt>2026-11-20</Dt></ReqdExctnDt>
<DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct>${payments}</PmtInf></CstmrCdtTrfInitn></Document>`);

const two = payment('P1', '10.00', 'Ines Example') + payment('P2', '2.50', 'Jonas Example');

test('reads the payments of a payment file as negative lines', () => {
  const [file] = checkFile('batch.xml', [message('12.50', 2, two)]);
  expect(file).toMatchObject({
    format: 'pain.001',
    warnings: [],
    statements: [
      {
        account: 'DE75512108001245126199',
        currency: 'EUR',
        sequence: 'BATCH1',
        to: '2026-11-20',
        adds_up: null,
        lines: [
          { amount: '-10.00', end_to_end_id: 'P1', counterparty: 'Ines Example', remittance: 'Payout' },
          { amount: '-2.50', end_to_end_id: 'P2', counterparty_account: 'NL91ABNA0417164300' },
        ],
      },
    ],
  });
});

test('warns if the sum or the number of payments differs from the declared one', () => {
  const [file] = checkFile('batch.xml', [message('12.51', 3, two)]);
  expect(file?.warnings).toEqual([
    'The sum of the payments is not the CtrlSum.',
    'The number of payments is not the NbOfTxs.',
  ]);
});

test('refuses a payment file without payments', () => {
  expect(checkFile('batch.xml', [message('0.00', 0, '')])).toMatchObject([
    { error: 'Line 4 of the file: The pain.001 message has no payment.' },
  ]);
});
