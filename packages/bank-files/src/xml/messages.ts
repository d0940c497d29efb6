import type { BankFileFormat } from '../bank-file.ts';
import type { PartHandler } from './elements.ts';

export type MessageHandler = PartHandler & {
  /** Called when the message is complete. Throws a `BankFileError` if the message is empty. */
  readonly end: () => void;
};

/** The messages to read, by the name of their element. Version 01 has its number at the end of the name. */
const readable: readonly { readonly element: RegExp; readonly format: BankFileFormat }[] = [
  { element: /^BkToCstmrAcctRpt(?:V\d\d)?$/, format: 'camt.052' },
  { element: /^BkToCstmrStmt(?:V\d\d)?$/, format: 'camt.053' },
  { element: /^BkToCstmrDbtCdtNtfctn(?:V\d\d)?$/, format: 'camt.054' },
  { element: /^CstmrCdtTrfInitn$|^pain\.001\.\d{3}\.\d\d$/, format: 'pain.001' },
  { element: /^CstmrPmtStsRpt(?:V\d\d)?$|^pain\.002\.\d{3}\.\d\d$/, format: 'pain.002' },
];

/** Returns the format of a message, or null if the element is not a readable message. */
export const formatOf = (element: string): BankFileFormat | null =>
  readable.find(({ element: pattern }) => pattern.test(element))?.format ?? null;

/** Messages that people mistake for statements. */
const others: Readonly<Record<string, string>> = {
  AcctRptgReq: 'camt.060',
  BkSvcsBllgStmt: 'camt.086',
  CstmrDrctDbtInitn: 'pain.008',
  CstmrPmtCxlReq: 'camt.055',
  CstmrPmtRvsl: 'pain.007',
  CdtrPmtActvtnReq: 'pain.013',
  CdtrPmtActvtnReqStsRpt: 'pain.014',
  FIToFICstmrCdtTrf: 'pacs.008',
  FIToFICstmrDrctDbt: 'pacs.003',
  FIToFIPmtCxlReq: 'camt.056',
  FIToFIPmtStsRpt: 'pacs.002',
  FICdtTrf: 'pacs.009',
  MndtInitnReq: 'pain.009',
  MndtAccptncRpt: 'pain.012',
  NtfctnToRcv: 'camt.057',
  PmtRtr: 'pacs.004',
  RsltnOfInvstgtn: 'camt.029',
  SysEvtNtfctn: 'admi.004',
};

/** Returns the name of another ISO 20022 message, from its element or from the namespaces around it. */
export const otherMessage = (element: string, namespaces: readonly string[]): string | null =>
  nameIn(namespaces) ?? others[element.replace(/V\d\d$/, '')] ?? null;

/** Returns the message's name, such as `camt.053.001.08`, from the last namespace with a name. */
export function nameIn(namespaces: readonly string[]): string | null {
  for (const namespace of namespaces.toReversed()) {
    const [name] = /\b[a-z]{4}\.\d{3}\.\d{3}\.\d\d\b/.exec(namespace) ?? [];
    if (name !== undefined) return name;
  }
  return null;
}
