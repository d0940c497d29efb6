import { invoiceLink, type PublicInvoice } from '@florin/contract';
import { amountOf, formatAmount, formatParts, negate, quantityText, taxRateText, type Amount } from '@florin/money';
import type { PrintedInvoice } from '../statements/index.ts';
import { openAmount, type Invoice, type PrintedParty } from './invoice.ts';

type Printing = { readonly publicUrl: string; readonly transfer: PublicInvoice['transfer'] };

/** Returns the texts of a document's PDF. */
export function printedInvoice(invoice: Invoice, { publicUrl, transfer }: Printing): PrintedInvoice {
  const { issued, credits, currency, customer, issuer, lines, totals, note } = invoice;
  const title = credits ? 'Credit note' : issued ? 'Invoice' : 'Draft of an invoice';
  const open = openAmount(invoice);
  return {
    title,
    number: issued?.number ?? '',
    issuer: partyLines(issuer),
    customer: partyLines(customer),
    facts: factsOf(invoice),
    lines: lines.map(({ description, quantity, unitPrice, taxRate }, index) => ({
      description,
      quantity: quantityText(quantity),
      unitPrice: figure(unitPrice),
      taxRate: percent(taxRate),
      net: figure(totals.nets[index] ?? amountOf(currency, 0n)),
    })),
    taxes: totals.taxes.map(({ rate, net, tax }) => ({ rate: percent(rate), net: figure(net), tax: figure(tax) })),
    sums: [
      { name: 'Net', value: formatAmount(totals.net) },
      { name: 'Tax', value: formatAmount(totals.tax) },
    ],
    total: { name: 'Total', value: formatAmount(totals.total) },
    settled: settledOf(invoice),
    note,
    link: issued && open.units > 0n ? invoiceLink(publicUrl, issued.token) : undefined,
    transfer:
      transfer === null
        ? undefined
        : {
            facts: [
              { name: 'Payee', value: transfer.holder },
              ...transfer.account.map(({ label, value }) => ({ name: label, value })),
              { name: 'Bank', value: transfer.bank },
              { name: 'Reference', value: transfer.reference },
              { name: 'Amount', value: formatAmount(open) },
            ],
            qr: transfer.qr ?? undefined,
          },
  };
}

const partyLines = ({ name, address, taxNumber }: PrintedParty): string[] => [
  name,
  ...address,
  ...(taxNumber === undefined ? [] : [`Tax number ${taxNumber}`]),
];

function factsOf({ issued, credits, dueOn, currency }: Invoice): PrintedInvoice['facts'] {
  return [
    ...(issued ? [{ name: 'Number', value: issued.number }] : []),
    ...(credits ? [{ name: 'For invoice', value: credits.number }] : []),
    ...(issued ? [{ name: 'Date', value: dayText(issued.on) }] : []),
    ...(dueOn === undefined ? [] : [{ name: 'Due', value: dayText(dueOn) }]),
    { name: 'Currency', value: currency },
  ];
}

/** The payments and credits so far, and the remaining amount. Empty while there are no payments or credits. */
function settledOf(invoice: Invoice): PrintedInvoice['settled'] {
  const { paid, credited, state } = invoice;
  if (state === 'draft' || state === 'issued' || paid.units + credited.units === 0n) return [];
  return [
    ...(paid.units > 0n ? [{ name: 'Paid', value: formatAmount(negate(paid)) }] : []),
    ...(credited.units > 0n ? [{ name: 'Credited', value: formatAmount(negate(credited)) }] : []),
    { name: 'Open', value: formatAmount(openAmount(invoice)) },
  ];
}

const percent = (rate: bigint) => `${taxRateText(rate)}%`;

/** An amount in a column below the currency: `1,204.35`. */
function figure(amount: Amount): string {
  const { major, minor } = formatParts(amount);
  return major + minor;
}

const dayFormat = new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' });
/** `December 31, 2026` */
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
