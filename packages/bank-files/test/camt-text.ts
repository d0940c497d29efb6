import { BankFileError, type BankFileEvent, type StatementLine } from '../src/bank-file.ts';
import { checkFile, type CheckedFile } from '../src/check.ts';
import { Output } from '../src/output.ts';
import { readXml } from '../src/xml/read-xml.ts';

/** Short XML of camt messages for tests, and ways to read it. */

export const read = (xml: string): CheckedFile => {
  const [file] = checkFile('file.xml', [Buffer.from(xml)]);
  if (file === undefined) throw new Error('Nothing was read.');
  return file;
};

/** Returns the events of a text in these pieces, or the error's message. */
export function eventsOf(pieces: readonly string[]): readonly BankFileEvent[] | string {
  const events: BankFileEvent[] = [];
  try {
    const reader = readXml('file.xml', new Output((event) => events.push(event)));
    for (const piece of pieces) reader.write(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    return error.message;
  }
  return events;
}

export const balance = (type: string, amount: string, rest = '<CdtDbtInd>CRDT</CdtDbtInd>', currency = 'EUR') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>${rest}</Bal>`;

export const dated = (date: string) => `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt>`;

export const entry = (amount: string, rest = '', direction = 'CRDT') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts>${rest}</Ntry>`;

export const details = (...contents: readonly string[]) =>
  `<NtryDtls>${contents.map((content) => `<TxDtls>${content}</TxDtls>`).join('')}</NtryDtls>`;

export const account = '<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>';

export const statement = (content: string) => `<Stmt><Id>1</Id>${content}</Stmt>`;

export const camt053 = (...statements: readonly string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr/>${statements.join('')}</BkToCstmrStmt></Document>`;

/** Returns the lines of one statement with an account in EUR and these entries. */
export function linesOf(...entries: readonly string[]): readonly StatementLine[] {
  const { statements, error } = read(camt053(statement(account + entries.join(''))));
  if (error !== undefined) throw new BankFileError(error);
  return statements[0]?.lines ?? [];
}

/** Returns the only line of an entry. */
export function lineOf(xml: string): StatementLine {
  const [line, ...more] = linesOf(xml);
  if (line === undefined || more.length > 0) throw new Error(`${more.length + (line ? 1 : 0)} lines`);
  return line;
}
