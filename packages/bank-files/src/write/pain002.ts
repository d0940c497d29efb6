import { namespaceOf, optional, shortened, xml, xmlDeclaration, type Element } from './xml.ts';

type Status = {
  /** An ISO 20022 code such as `ACSC` or `RJCT`. Null if the bank gives no status at this level. */
  readonly status: string | null;
  readonly reason_code?: string | null;
  readonly reason?: string | null;
};

export type WrittenStatus = {
  readonly id: string;
  /** `2026-11-29T12:00:00Z` */
  readonly created: string;
  /** The id of the payment file to which this report belongs. */
  readonly originalId: string;
  readonly group: Status;
  readonly payments: Iterable<
    Status & {
      readonly id: string;
      /** The ids of the transactions are end-to-end ids. */
      readonly transactions: Iterable<Status & { readonly id: string }>;
    }
  >;
};

const MESSAGE = 'pain.002.001.10';
const DEPTH = 2;

/**
 * Writes the status report of a bank about a payment file, in the format pain.002.001.10. A simulated bank sends this
 * report.
 */
export function* writePain002({ id, created, originalId, group, payments }: WrittenStatus): Generator<string> {
  yield `${xmlDeclaration}<Document xmlns="${namespaceOf(MESSAGE)}">\n  <CstmrPmtStsRpt>\n`;
  yield xml(['GrpHdr', ['MsgId', id], ['CreDtTm', created]], DEPTH);
  yield xml(
    [
      'OrgnlGrpInfAndSts',
      ['OrgnlMsgId', originalId],
      ['OrgnlMsgNmId', 'pain.001.001.09'],
      optional('GrpSts', group.status),
      reasonOf(group),
    ],
    DEPTH,
  );
  for (const payment of payments) {
    yield '    <OrgnlPmtInfAndSts>\n';
    yield xml(['OrgnlPmtInfId', payment.id], DEPTH + 1);
    for (const element of [optional('PmtInfSts', payment.status), reasonOf(payment)])
      if (element) yield xml(element, DEPTH + 1);
    for (const transaction of payment.transactions) yield xml(transactionOf(transaction), DEPTH + 1);
    yield '    </OrgnlPmtInfAndSts>\n';
  }
  yield '  </CstmrPmtStsRpt>\n</Document>\n';
}

function transactionOf(transaction: Status & { readonly id: string }): Element {
  return [
    'TxInfAndSts',
    ['OrgnlEndToEndId', transaction.id],
    optional('TxSts', transaction.status),
    reasonOf(transaction),
  ];
}

const MAXIMUM_REASON = 105;

function reasonOf({ reason_code: code, reason }: Status): Element | null {
  if (!code && !reason) return null;
  const text = shortened(reason, MAXIMUM_REASON);
  return ['StsRsnInf', code ? ['Rsn', ['Cd', code]] : null, optional('AddtlInf', text)];
}
