import type { Readable } from 'node:stream';
import { drawFoot, drawHead } from './letterhead.ts';
import { green, ink, left, muted, openPaper, right, type Paper, type Style } from './paper.ts';
import type { Receipt } from './receipt.ts';
import { moment } from './words.ts';

const label: Style = { size: 9, color: muted };
const body: Style = { size: 10 };
const valueAt = left + 150;
const rowHeight = 25;
const leading = 14;
/** So much room a name has beside its address; a longer address stands below it. */
const leastBeside = 110;

/** A receipt as a PDF of one page. */
export function drawReceipt(receipt: Receipt, mode: 'sandbox' | 'live', now = new Date()): Readable {
  const paper = openPaper({ title: `${receipt.title} ${receipt.id}` });
  return paper.stream(pageOf(paper, receipt, { mode, now }));
}

async function* pageOf(
  paper: Paper,
  receipt: Receipt,
  { mode, now }: { mode: 'sandbox' | 'live'; now: Date },
): AsyncGenerator<void> {
  paper.newPage();
  drawHead(paper, mode);
  drawHeadline(paper, receipt);
  let y = drawFacts(paper, receipt, 236);
  y = drawSum(paper, receipt, y + 34);
  drawTimeline(paper, receipt, y + 44);
  drawFoot(paper, `Receipt ${receipt.id} · issued ${moment(now)}`, { page: 1, pages: 1 });
  yield;
}

function drawHeadline(paper: Paper, { title, description, status, headline }: Receipt) {
  paper.text(`${title} receipt`, left, 124, { size: 10, color: muted });
  paper.text(headline, left, 160, { size: 30, face: 'bold' });
  paper.text(description, left, 184, { size: 11 });
  const word = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  const color = status === 'completed' ? green : muted;
  const style: Style = { size: 10, face: 'bold', color };
  paper.textTo(word, right, 160, style);
  paper.dot(right - paper.widthOf(word, style) - 9, 156.5, color);
}

/** @returns where they end */
function drawFacts(paper: Paper, { id, facts }: Receipt, start: number): number {
  paper.rule(start - 17, { color: ink, weight: 0.9 });
  let y = start;
  for (const { name, value, second = '' } of [...facts, { name: 'Transaction', value: id }]) {
    paper.text(name, left, y, label);
    const beside = right - valueAt - (second ? paper.widthOf(second, label) + 14 : 0);
    const fits = beside >= leastBeside;
    if (fits) paper.textTo(second, right, y, label);
    const width = fits ? beside : right - valueAt;
    let lines = paper.paragraph(value, valueAt, y, body, { width, leading });
    if (!fits) lines += paper.paragraph(second, valueAt, y + lines * leading, label, { width, leading });
    y += rowHeight + (lines - 1) * leading;
    paper.rule(y - rowHeight + 9);
  }
  return y - rowHeight + 9;
}

/** @returns where it ends */
function drawSum(paper: Paper, { sum }: Receipt, y: number): number {
  sum.parts.forEach(({ name, value }, i) => {
    paper.text(name, left, y + i * 20, body);
    paper.textTo(value, right, y + i * 20, body);
  });
  const end = y + sum.parts.length * 20;
  const total: Style = { size: 12, face: 'bold' };
  paper.rule(end - 10);
  paper.text(sum.total.name, left, end + 8, total);
  paper.textTo(sum.total.value, right, end + 8, total);
  paper.doubleRule(end + 15, right - paper.widthOf(sum.total.value, total), right);
  return end + 18;
}

function drawTimeline(paper: Paper, { timeline }: Receipt, y: number) {
  paper.text('What happened', left, y, { size: 10, face: 'bold' });
  timeline.forEach(({ name, at }, i) => {
    const base = y + 22 + i * 20;
    paper.dot(left + 3, base - 3.2, at ? green : muted);
    if (i < timeline.length - 1) paper.upright(left + 3, base + 2, base + 11);
    paper.text(name, left + 16, base, { ...body, color: at ? ink : muted });
    paper.text(at ?? 'still to come', valueAt, base, label);
  });
}
