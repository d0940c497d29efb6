// Statements of an operator's bank account, as camt.053.

import { endpoints } from '@florin/contract';
import type { Member } from './members.ts';

export type StatementLine = {
  /** Signed. */
  readonly amount: string;
  readonly payer: string;
  readonly text: string;
  /** The IBAN of the payer. */
  readonly account?: string;
  readonly endToEnd?: string;
};

type Account = { readonly number: string; readonly currency: 'EUR' | 'USD' };
const sandboxEuros: Account = { number: 'DE75512108001245126199', currency: 'EUR' };

/**
 * A statement without a closing balance, so the statement can follow any other statement. Its lines have unique ids.
 */
export const statementOf = (lines: readonly StatementLine[], { number, currency }: Account = sandboxEuros): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>E2E</MsgId><CreDtTm>2026-11-21T06:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><Acct><Id><IBAN>${number}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>${amountXml('0.00', currency)}<Dt><Dt>2026-11-20</Dt></Dt></Bal>
${lines.map((line) => entryXml(line, currency)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`;

const amountXml = (amount: string, currency: string) =>
  `<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

const entryXml = ({ amount, payer, text, account, endToEnd }: StatementLine, currency: string): string => {
  const party = amount.startsWith('-') ? 'Cdtr' : 'Dbtr';
  const number = account === undefined ? '' : `<${party}Acct><Id><IBAN>${account}</IBAN></Id></${party}Acct>`;
  const references = endToEnd === undefined ? '' : `<Refs><EndToEndId>${endToEnd}</EndToEndId></Refs>`;
  return `<Ntry>${amountXml(amount, currency)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
<ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>${crypto.randomUUID()}</AcctSvcrRef>
<BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>${references}<RltdPties><${party}><Pty><Nm>${xml(payer)}</Nm></Pty></${party}>
${number}</RltdPties><RmtInf><Ustrd>${xml(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
};

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Uploads a statement through the API. */
export async function uploadStatement(origin: string, { token }: Member, lines: readonly StatementLine[]) {
  const { method, path } = endpoints.uploadBankFile;
  const body = new FormData();
  body.set('file', new Blob([statementOf(lines)]), 'statement.xml');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api${path}`, { method, headers, body });
  if (!answer.ok) throw new Error(`uploading the statement was answered with ${answer.status}: ${await answer.text()}`);
}
