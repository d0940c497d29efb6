import type { PrintedReport, PrintedTable } from '../printed-report.ts';
import { drawFoot, drawHead, type Stationery } from './letterhead.ts';
import { ink, left, muted, openPaper, right, type Paper, type Style } from './paper.ts';
import { belowHeight, heightOf, planReport, rowHeight, type Part } from './report-pages.ts';

const label: Style = { size: 7.5, color: muted };
const body: Style = { size: 9 };
const strong: Style = { size: 9, face: 'bold' };
const width = right - left;
const gap = 10;

/** Draws a report for operators as PDF. */
export async function drawReport(report: PrintedReport, head: Stationery): Promise<Uint8Array> {
  const paper = openPaper({ title: report.title, signature: head.signature });
  const pages = planReport(report);
  for (const [index, parts] of pages.entries()) {
    paper.newPage();
    await drawHead(paper, head);
    if (index === 0) await drawTop(paper, report);
    for (const part of parts) await drawPart(paper, part);
    await drawFoot(paper, { about: report.about, legal: report.legal, page: index + 1, pages: pages.length });
  }
  return paper.finish();
}

async function drawTop(paper: Paper, { title, subtitle, facts, figures }: PrintedReport) {
  await paper.text(title, left, 134, { size: 21, face: 'bold' });
  await paper.text(subtitle, left, 153, { size: 9.5, color: muted });
  let x = left;
  for (const { name, value, second, share } of facts) {
    const room = share * width - gap;
    await paper.text(name, x, 186, label, room);
    await paper.text(value, x, 200, { size: await sizeToFit(paper, value, room, [10, 9, 8, 7]), face: 'bold' }, room);
    await paper.text(second, x, 213, { size: 8.5, color: muted }, room);
    x += share * width;
  }
  await drawFigures(paper, figures);
}

async function drawFigures(paper: Paper, figures: PrintedReport['figures']) {
  const share = width / figures.length;
  paper.rule(236);
  for (const [i, [name, figure]] of figures.entries()) {
    const x = left + i * share + (i === 0 ? 0 : 12);
    if (i > 0) paper.verticalRule(left + i * share, 246, 278);
    await paper.text(name, x, 254, label, share - 16);
    await paper.text(figure, x, 272, {
      size: await sizeToFit(paper, figure, share - 16, [13, 11, 9, 7]),
      face: 'bold',
    });
  }
  paper.rule(288);
}

async function sizeToFit(paper: Paper, text: string, most: number, sizes: readonly number[]): Promise<number> {
  const wide = await paper.widthOf(text, { size: 1, face: 'bold' });
  return sizes.find((size) => wide * size <= most) ?? 6;
}

async function drawPart(paper: Paper, { table, rows, y: start }: Part) {
  await paper.text(table.title, left, start + 16, { size: 11, face: 'bold' });
  if (table.rows.length === 0) {
    await paper.text(table.empty, left, start + 36, { ...body, color: muted });
    return;
  }
  await drawCells(paper, table, start + 38, { cells: table.columns.map(({ name }) => name), style: label });
  let y = start + 44;
  paper.rule(y, { color: ink, weight: 0.9 });
  for (const row of rows) {
    await drawCells(paper, table, y + 12.5, { cells: row.cells, style: row.isStrong ? strong : body });
    for (const [i, text] of (row.below ?? []).entries())
      await paper.text(text, left, y + rowHeight + (i + 1) * belowHeight - 7, label);
    y += heightOf(row);
    paper.rule(y);
  }
}

type Cells = { readonly cells: readonly string[]; readonly style: Style };

async function drawCells(paper: Paper, { columns }: PrintedTable, y: number, { cells, style }: Cells) {
  let x = left;
  for (const [i, { share, isFigure }] of columns.entries()) {
    const end = x + share * width;
    const text = cells[i] ?? '';
    if (isFigure) await paper.textTo(text, end - (i === columns.length - 1 ? 0 : gap), y, style);
    else await paper.text(text, x, y, style, end - x - gap);
    x = end;
  }
}
