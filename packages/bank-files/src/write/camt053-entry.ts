import type { StatementLine } from '../bank-file.ts';
import { negate, toText, type Decimal } from '../decimal.ts';
import { decimalOf } from './amounts.ts';
import { optional, shortened, type Element } from './xml.ts';

/** A line to write. Missing fields are null. */
export type WrittenLine = Partial<StatementLine> & Pick<StatementLine, 'booked' | 'amount'>;

const MAXIMUM_REMITTANCE = 140;
const MAXIMUM_NAME = 140;
const MAXIMUM_ID = 35;

export function camtEntry(line: WrittenLine, statementCurrency: string): Element {
  const amount = decimalOf(line.amount, 'The amount of a line');
  return [
    'Ntry',
    ...amountElements(amount, line.currency ?? statementCurrency),
    line.reversal ? ['RvslInd', 'true'] : null,
    ['Sts', ['Cd', 'BOOK']],
    date('BookgDt', line.booked),
    date('ValDt', line.value),
    optional('AcctSvcrRef', shortened(line.bank_reference, MAXIMUM_ID)),
    bankCode(line.code ?? null),
    details(line, amount.units < 0n),
  ];
}

function date(name: string, value: string | null | undefined): Element | null {
  return value ? [name, ['Dt', value]] : null;
}

/** The bank's code has the form of ISO 20022, such as `PMNT-RCDT-ESCT`, or is a proprietary code of the bank. */
function bankCode(code: string | null): Element {
  const [, domain, family, subFamily] = /^([A-Z]{4})-([A-Z]{4})-([A-Z]{4})$/.exec(code ?? 'PMNT-MCOP-OTHR') ?? [];
  if (domain === undefined || family === undefined || subFamily === undefined)
    return ['BkTxCd', ['Prtry', optional('Cd', shortened(code, MAXIMUM_ID))]];
  return ['BkTxCd', ['Domn', ['Cd', domain], ['Fmly', ['Cd', family], ['SubFmlyCd', subFamily]]]];
}

/** Leaves out elements without content, together with the surrounding elements. */
function details(line: WrittenLine, isDebit: boolean): Element {
  return [
    'NtryDtls',
    [
      'TxDtls',
      ['Refs', optional('EndToEndId', shortened(line.end_to_end_id, MAXIMUM_ID))],
      parties(line, isDebit ? 'Cdtr' : 'Dbtr'),
      remittance(line),
      returnInformation(line.return_reason ?? null),
    ],
  ];
}

function parties(line: WrittenLine, role: string): Element {
  const account = line.counterparty_account;
  return [
    'RltdPties',
    [role, ['Pty', optional('Nm', shortened(line.counterparty, MAXIMUM_NAME))]],
    account ? [`${role}Acct`, accountId(account)] : null,
  ];
}

function remittance({ remittance: text, payment_reference: reference }: WrittenLine): Element {
  const characters = Array.from(text ?? '');
  const parts: Element[] = [];
  for (let start = 0; start < characters.length; start += MAXIMUM_REMITTANCE)
    parts.push(['Ustrd', characters.slice(start, start + MAXIMUM_REMITTANCE).join('')]);
  const structured: Element | null = reference
    ? ['Strd', ['CdtrRefInf', ['Tp', ['CdOrPrtry', ['Cd', 'SCOR']]], ['Ref', reference]]]
    : null;
  return ['RmtInf', ...parts, structured];
}

function returnInformation(reason: string | null): Element | null {
  if (reason === null) return null;
  return [
    'RtrInf',
    ['Rsn', /^[A-Z0-9]{1,4}$/.test(reason) ? ['Cd', reason] : optional('Prtry', shortened(reason, MAXIMUM_ID))],
  ];
}

/** Returns the amount without its sign, and the sign. */
export function amountElements(amount: Decimal, currency: string): readonly [Element, Element] {
  const isDebit = amount.units < 0n;
  return [
    [`Amt Ccy="${currency}"`, toText(isDebit ? negate(amount) : amount, currency)],
    ['CdtDbtInd', isDebit ? 'DBIT' : 'CRDT'],
  ];
}

export function accountId(account: string): Element {
  return ['Id', /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? ['IBAN', account] : ['Othr', optional('Id', account)]];
}
