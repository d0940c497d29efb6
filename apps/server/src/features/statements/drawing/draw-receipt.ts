import { drawReceiptCode } from './draw-verification.ts';
import { drawFoot, drawHead, signedNotice, type Stationery } from './letterhead.ts';
import { green, ink, left, muted, openPaper, right, type Paper, type Style } from './paper.ts';
import type { Receipt } from '../receipt.ts';
import { moment } from '../words.ts';

const label: Style = { size: 9, color: muted };
const body: Style = { size: 10 };
const valueAt = left + 150;
const rowHeight = 25;
const leading = 14;
/** The minimum width of a name next to its address. A longer address is drawn below. */
const minNameWidth = 110;

/** Draws a receipt as a one-page PDF. */
export async function drawReceipt(receipt: Receipt, head: Stationery, now = new Date()): Promise<Uint8Array> {
  const { brand, signature, verification } = head;
  const paper = openPaper({ title: `${receipt.title} ${receipt.id}`, author: brand, subject: receipt.id, signature });
  paper.newPage();
  await drawHead(paper, head);
  await drawHeadline(paper, receipt);
  let y = await drawFacts(paper, receipt, 236);
  y = await drawSum(paper, receipt, y + 34);
  await drawTimeline(paper, receipt, y + 44);
  if (verification) await drawReceiptCode(paper, verification, y + 44);
  await drawFoot(paper, {
    about: `Receipt ${receipt.id} · issued ${moment(now)}`,
    legal: `All times are UTC. ${signedNotice(head)}`,
    page: 1,
    pages: 1,
  });
  return paper.finish();
}

const statusWords: Record<Receipt['status'], string> = {
  pending: 'Pending',
  completed: 'Completed',
  cancelled: 'Canceled',
  returned: 'Returned',
};

async function drawHeadline(paper: Paper, { title, description, status, headline }: Receipt) {
  await paper.text(`${title} receipt`, left, 124, { size: 10, color: muted });
  await paper.text(headline, left, 160, { size: 30, face: 'bold' });
  await paper.text(description, left, 184, { size: 11 });
  const word = statusWords[status];
  const color = status === 'completed' ? green : muted;
  const style: Style = { size: 10, face: 'bold', color };
  await paper.textTo(word, right, 160, style);
  paper.dot(right - (await paper.widthOf(word, style)) - 9, 156.5, color);
}

/** @returns the y coordinate of their end */
async function drawFacts(paper: Paper, { id, facts }: Receipt, start: number): Promise<number> {
  paper.rule(start - 17, { color: ink, weight: 0.9 });
  let y = start;
  for (const { name, value, second = '' } of [...facts, { name: 'Transaction', value: id }]) {
    await paper.text(name, left, y, label);
    const room = right - valueAt - (second ? (await paper.widthOf(second, label)) + 14 : 0);
    const fits = room >= minNameWidth;
    if (fits) await paper.textTo(second, right, y, label);
    const width = fits ? room : right - valueAt;
    let lines = await paper.paragraph(value, valueAt, y, body, { width, leading });
    if (!fits) lines += await paper.paragraph(second, valueAt, y + lines * leading, label, { width, leading });
    y += rowHeight + (lines - 1) * leading;
    paper.rule(y - rowHeight + 9);
  }
  return y - rowHeight + 9;
}

/** @returns the y coordinate of its end */
async function drawSum(paper: Paper, { sum }: Receipt, y: number): Promise<number> {
  for (const [i, { name, value }] of sum.parts.entries()) {
    await paper.text(name, left, y + i * 20, body);
    await paper.textTo(value, right, y + i * 20, body);
  }
  const end = y + sum.parts.length * 20;
  const total: Style = { size: 12, face: 'bold' };
  paper.rule(end - 10);
  await paper.text(sum.total.name, left, end + 8, total);
  await paper.textTo(sum.total.value, right, end + 8, total);
  paper.doubleRule(end + 15, right - (await paper.widthOf(sum.total.value, total)), right);
  return end + 18;
}

async function drawTimeline(paper: Paper, { timeline }: Receipt, y: number) {
  await paper.text('Timeline', left, y, { size: 10, face: 'bold' });
  for (const [i, { name, at }] of timeline.entries()) {
    const base = y + 22 + i * 20;
    paper.dot(left + 3, base - 3.2, at ? green : muted);
    if (i < timeline.length - 1) paper.verticalRule(left + 3, base + 2, base + 11);
    await paper.text(name, left + 16, base, { ...body, color: at ? ink : muted });
    await paper.text(at ?? 'pending', valueAt, base, label);
  }
}
