import { decimalOf } from './amounts.ts';
import { accountId, amountElements, camtEntry, type WrittenLine } from './camt053-entry.ts';
import { namespaceOf, xml, xmlDeclaration, type Element } from './xml.ts';

export type WrittenStatement = {
  readonly id: string;
  /** An IBAN or another account number. */
  readonly account: string;
  readonly currency: string;
  /** Digits. */
  readonly sequence: string;
  readonly from: string;
  readonly to: string;
  /** Decimal texts with a sign. */
  readonly opening: string;
  readonly closing: string;
  readonly lines: Iterable<WrittenLine>;
};

export type WrittenStatements = {
  readonly id: string;
  /** `2026-11-29T12:00:00Z` */
  readonly created: string;
  readonly statements: Iterable<WrittenStatement>;
};

const MESSAGE = 'camt.053.001.08';
const DEPTH_OF_STATEMENT = 2;

/** Writes statements in the format camt.053.001.08, line by line. A simulated bank sends these statements. */
export function* writeCamt053({ id, created, statements }: WrittenStatements): Generator<string> {
  yield `${xmlDeclaration}<Document xmlns="${namespaceOf(MESSAGE)}">\n  <BkToCstmrStmt>\n`;
  yield xml(['GrpHdr', ['MsgId', id], ['CreDtTm', created]], DEPTH_OF_STATEMENT);
  for (const statement of statements) {
    yield '    <Stmt>\n';
    for (const element of headOf(statement, created)) yield xml(element, DEPTH_OF_STATEMENT + 1);
    for (const line of statement.lines) yield xml(camtEntry(line, statement.currency), DEPTH_OF_STATEMENT + 1);
    yield '    </Stmt>\n';
  }
  yield '  </BkToCstmrStmt>\n</Document>\n';
}

function headOf(statement: WrittenStatement, created: string): readonly Element[] {
  const { id, account, currency, sequence, from, to, opening, closing } = statement;
  return [
    ['Id', id],
    ['ElctrncSeqNb', sequence],
    ['CreDtTm', created],
    ['FrToDt', ['FrDtTm', `${from}T00:00:00`], ['ToDtTm', `${to}T23:59:59`]],
    ['Acct', accountId(account), ['Ccy', currency]],
    balance('OPBD', opening, currency, from),
    balance('CLBD', closing, currency, to),
  ];
}

function balance(code: string, text: string, currency: string, date: string): Element {
  return [
    'Bal',
    ['Tp', ['CdOrPrtry', ['Cd', code]]],
    ...amountElements(decimalOf(text, 'The balance'), currency),
    ['Dt', ['Dt', date]],
  ];
}
