import type { PrintedInvoice } from '../printed-invoice.ts';
import { sandboxNotice } from '../words.ts';
import { placeBlocks, type Block } from './invoice-pages.ts';
import { drawFoot, signedNotice, type PaperHead, type Stationery } from './letterhead.ts';
import { bottom, ink, left, muted, openPaper, right, top, type Paper, type Style } from './paper.ts';

const label: Style = { size: 8, color: muted };
const body: Style = { size: 9.5 };
const strong: Style = { size: 9.5, face: 'bold' };
const width = right - left;
const leading = 13;
const rowGap = 9;
const qrSize = 84;
/** Where the right column of addresses, sums and transfers begins. */
const middle = left + 0.52 * width;

/** The right ends of the columns of figures. The description begins at the left. */
const columns = { quantity: left + 0.58 * width, unitPrice: left + 0.76 * width, taxRate: left + 0.86 * width };
const descriptionWidth = 0.46 * width;

/** Draws an invoice or a credit note as PDF, with its issuer at the head. */
export async function drawInvoice(invoice: PrintedInvoice, head: Stationery): Promise<Uint8Array> {
  const { signature } = head;
  const paper = openPaper({ title: titleOf(invoice), author: invoice.issuer[0] ?? head.brand, signature });
  const firstTop = headEnd(invoice) + 22;
  const pages = placeBlocks(await blocksOf(paper, invoice), { firstTop, nextTop: top + 44, bottom });
  for (const [index, blocks] of pages.entries()) {
    paper.newPage();
    await drawIssuer(paper, invoice, head);
    if (index === 0) await drawHead(paper, invoice);
    if (blocks.some(({ block }) => 'isLine' in block)) await drawColumns(paper, (blocks[0]?.y ?? firstTop) - 6);
    for (const { block, y } of blocks) await block.draw(y);
    await drawFoot(paper, {
      about: titleOf(invoice),
      legal: `Sent with ${head.brand}. ${signedNotice(head)} Dates are in UTC.`,
      page: index + 1,
      pages: pages.length,
    });
  }
  return paper.finish();
}

const titleOf = ({ title, number }: PrintedInvoice) => (number === '' ? title : `${title} ${number}`);

async function drawIssuer(paper: Paper, { issuer: [name = ''] }: PrintedInvoice, { mode }: PaperHead) {
  const notice: Style = { size: 8, color: muted };
  const noticeWidth = mode === 'sandbox' ? await paper.widthOf(sandboxNotice, notice) : 0;
  await paper.text(name, left, top, { size: 15, face: 'bold' }, width - noticeWidth - 20);
  if (mode === 'sandbox') await paper.textTo(sandboxNotice, right, top - 2, notice);
}

const partiesTop = 168;
const headEnd = ({ customer, facts }: PrintedInvoice) =>
  partiesTop + 16 + Math.max(customer.length * leading, facts.length * 16) + 14;

/** Draws the issuer's address, the title, the customer and the facts. */
async function drawHead(paper: Paper, invoice: PrintedInvoice) {
  const { issuer, customer, facts } = invoice;
  for (const [i, line] of issuer.slice(1).entries())
    await paper.text(line, left, top + 15 + i * 10.5, label, 0.6 * width);
  await paper.text(titleOf(invoice), left, partiesTop - 24, { size: 21, face: 'bold' });
  await paper.text('Bill to', left, partiesTop + 6, label);
  for (const [i, line] of customer.entries())
    await paper.text(line, left, partiesTop + 22 + i * leading, i === 0 ? strong : body, middle - left - 16);
  for (const [i, { name, value }] of facts.entries()) {
    await paper.text(name, middle, partiesTop + 22 + i * 16, label);
    await paper.textTo(value, right, partiesTop + 22 + i * 16, body);
  }
}

async function drawColumns(paper: Paper, y: number) {
  await paper.text('Description', left, y, label);
  await paper.textTo('Quantity', columns.quantity, y, label);
  await paper.textTo('Unit price', columns.unitPrice, y, label);
  await paper.textTo('Tax', columns.taxRate, y, label);
  await paper.textTo('Amount', right, y, label);
  paper.rule(y + 6, { color: ink, weight: 0.9 });
}

async function blocksOf(paper: Paper, invoice: PrintedInvoice): Promise<Block[]> {
  const lines: Block[] = [];
  for (const line of invoice.lines) lines.push(await lineBlock(paper, line));
  const { note } = invoice;
  return [
    ...lines,
    sumsBlock(paper, invoice),
    ...(note === undefined ? [] : [await noteBlock(paper, note)]),
    ...paymentBlocks(paper, invoice),
  ];
}

async function lineBlock(paper: Paper, line: PrintedInvoice['lines'][number]): Promise<Block & { isLine: true }> {
  const texts = await paper.linesOf(line.description, body, descriptionWidth);
  const height = texts.length * leading + rowGap;
  return {
    isLine: true,
    height,
    draw: async (y) => {
      const base = y + 14;
      for (const [i, text] of texts.entries())
        await paper.text(text, left, base + i * leading, body, Number.POSITIVE_INFINITY);
      await paper.textTo(line.quantity, columns.quantity, base, body);
      await paper.textTo(line.unitPrice, columns.unitPrice, base, body);
      await paper.textTo(line.taxRate, columns.taxRate, base, body);
      await paper.textTo(line.net, right, base, body);
      paper.rule(y + height);
    },
  };
}

const sumLeading = 16;

/** The taxes by rate at the left, the sums at the right. */
function sumsBlock(paper: Paper, { taxes, sums, total, settled }: PrintedInvoice): Block {
  const rows = Math.max(taxes.length + 1, sums.length + 1 + settled.length);
  const ends = { rate: left + 44, net: left + 0.26 * width, tax: left + 0.4 * width };
  const drawTaxes = async (y: number) => {
    await paper.textTo('Tax rate', ends.rate, y, label);
    await paper.textTo('Net', ends.net, y, label);
    await paper.textTo('Tax', ends.tax, y, label);
    for (const [i, { rate, net, tax }] of taxes.entries()) {
      const base = y + (i + 1) * sumLeading;
      await paper.textTo(rate, ends.rate, base, body);
      await paper.textTo(net, ends.net, base, body);
      await paper.textTo(tax, ends.tax, base, body);
    }
  };
  return {
    height: 36 + rows * sumLeading + 22,
    draw: async (y) => {
      await drawTaxes(y + 26);
      let base = y + 26;
      const put = async ({ name, value }: PrintedInvoice['total'], style: Style) => {
        await paper.text(name, middle, base, style);
        await paper.textTo(value, right, base, style);
        base += sumLeading;
      };
      for (const sum of sums) await put(sum, body);
      paper.rule(base - 10, { from: middle });
      base += 6;
      const style: Style = { size: 12, face: 'bold' };
      await put(total, style);
      paper.doubleRule(base - sumLeading + 7, right - (await paper.widthOf(total.value, style)), right);
      base += 12;
      for (const [i, one] of settled.entries()) await put(one, i === settled.length - 1 ? strong : body);
    },
  };
}

async function noteBlock(paper: Paper, note: string): Promise<Block> {
  const lines = await paper.linesOf(note, body, width);
  return {
    height: lines.length * leading + 18,
    draw: async (y) => {
      for (const [i, line] of lines.entries())
        await paper.text(line, left, y + 12 + i * leading, body, Number.POSITIVE_INFINITY);
    },
  };
}

const factLeading = 23;

/** Draws the ways to pay: online at the left, by bank transfer at the right. */
function paymentBlocks(paper: Paper, { link, transfer }: PrintedInvoice): Block[] {
  if (link === undefined) return [];
  const facts = transfer?.facts ?? [];
  const factsAt = transfer?.qr === undefined ? middle : middle + qrSize + 14;
  const height = 40 + Math.max(qrSize, facts.length * factLeading);
  const draw = async (y: number) => {
    paper.rule(y + 4);
    await paper.text('Pay online', left, y + 22, strong);
    paper.qrCode(link, left, y + 32, qrSize);
    await paper.paragraph(link, left + qrSize + 14, y + 42, label, {
      width: middle - left - qrSize - 34,
      leading: 10.5,
    });
    if (!transfer) return;
    await paper.text('Pay by bank transfer', middle, y + 22, strong);
    if (transfer.qr !== undefined) paper.qrCode(transfer.qr, middle, y + 32, qrSize);
    for (const [i, { name, value }] of facts.entries()) {
      await paper.text(name, factsAt, y + 38 + i * factLeading, { size: 7, color: muted });
      await paper.text(value, factsAt, y + 48 + i * factLeading, { size: 8.5 });
    }
  };
  return [{ height, draw }];
}
