import { BankFileError, type PaymentStatus } from '../bank-file.ts';
import type { Output } from '../output.ts';
import { reasonText } from '../reasons.ts';
import type { XmlElement } from './elements.ts';
import type { MessageHandler } from './messages.ts';
import { joinedLines } from './remittance.ts';
import { firstProvided } from './values.ts';

type Level = { readonly level: PaymentStatus['level']; readonly status: string; readonly ids: readonly string[] };

const levels: Readonly<Record<string, Level>> = {
  OrgnlGrpInfAndSts: { level: 'group', status: 'GrpSts', ids: ['OrgnlMsgId'] },
  OrgnlPmtInfAndSts: { level: 'payment', status: 'PmtInfSts', ids: ['OrgnlPmtInfId'] },
  TxInfAndSts: { level: 'transaction', status: 'TxSts', ids: ['OrgnlEndToEndId', 'OrgnlInstrId', 'OrgnlUETR'] },
};

/** Reads pain.002: the available states of a file, its payment blocks and its payments. */
export function statusMessageHandler(output: Output): MessageHandler {
  let count = 0;
  let block: XmlElement | null = null; // the payment block whose status is not reported yet
  let hasPayments = false;
  const report = (element: XmlElement): boolean => {
    const status = paymentStatusOf(element);
    if (status === null) return false;
    output.status(status);
    count += 1;
    return true;
  };
  return {
    opened: (part) => {
      if (part.name === 'OrgnlPmtInfAndSts') {
        block = part;
        hasPayments = false;
      } else if (part.name === 'TxInfAndSts' && block !== null && !hasPayments) {
        // The block's own status precedes its payments, both in the file and in the output.
        hasPayments = true;
        if (report(block)) block = null;
      }
    },
    closed: (part) => {
      if (part.name !== 'OrgnlPmtInfAndSts') report(part);
      else if (block !== null) report(block);
      if (part.name === 'OrgnlPmtInfAndSts') block = null;
    },
    end: () => {
      if (count === 0) throw new BankFileError('The pain.002 message has no status.');
    },
  };
}

function paymentStatusOf(element: XmlElement): PaymentStatus | null {
  const kind = levels[element.name];
  if (kind === undefined) return null;
  const status = element.textAt(kind.status);
  const reasons = element.all('StsRsnInf');
  if (status === null && reasons.length === 0) return null;
  const reason_code = reasons.map(codeOf).find((code) => code !== null) ?? null;
  const texts = reasons.flatMap((reason) => [...reason.all('AddtlInf'), ...reason.all('AddtlStsRsnInf')]);
  return {
    level: kind.level,
    id: firstProvided(...kind.ids.map((id) => element.textAt(id))),
    status,
    reason_code,
    reason: joinedLines(texts.map(({ content }) => content.trim())) ?? (reason_code && reasonText(reason_code)),
  };
}

function codeOf(reason: XmlElement): string | null {
  const code = reason.at('Rsn') ?? reason.at('StsRsn');
  return code?.textAt('Cd') ?? code?.textAt('Prtry') ?? code?.text() ?? null;
}
