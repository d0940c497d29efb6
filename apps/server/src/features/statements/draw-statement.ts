import type { Readable } from 'node:stream';
import { fromExact, type Transaction } from '@florin/contract';
import { add, type Amount } from '@florin/money';
import { drawFoot, drawHead } from './letterhead.ts';
import { ink, left, muted, openPaper, right, type Paper, type Style } from './paper.ts';
import { planPages } from './statement-pages.ts';
import type { Statement } from './statement.ts';
import { currencyName, day, figure, fullDay, monthName, time } from './words.ts';

const label: Style = { size: 7.5, color: muted };
const body: Style = { size: 9 };
const strong: Style = { size: 9, face: 'bold' };

const rowHeight = 26;
const column = { description: left + 58, fee: right - 172, amount: right - 88, balance: right };

/** A statement as a PDF, drawn page by page as it is read. */
export function drawStatement(statement: Statement, mode: 'sandbox' | 'live', now = new Date()): Readable {
  const paper = openPaper({ title: `${titleOf(statement)}, ${monthName(statement.firstDay)}` });
  return paper.stream(pagesOf(paper, statement, { mode, now }));
}

type Setting = { readonly mode: 'sandbox' | 'live'; readonly now: Date };

const titleOf = ({ wallet }: Statement) => `${currencyName(wallet)} statement`;

async function* pagesOf(paper: Paper, statement: Statement, setting: Setting): AsyncGenerator<void> {
  const plan = planPages(statement.count);
  let page = 0;
  let room = plan[page] ?? 0;
  let y = drawFirstPage(paper, statement, setting, plan.length);
  let balance: Amount = statement.opening;
  for await (const lines of statement.lines())
    for (const line of lines) {
      if (room === 0) {
        yield;
        page += 1;
        room = plan[page] ?? 0;
        y = drawNextPage(paper, statement, setting, { page, pages: plan.length });
      }
      drawLine(paper, line, y);
      balance = add(balance, fromExact(line.currency, line.amount_exact));
      room -= 1;
      y += rowHeight;
    }
  if (page < plan.length - 1) {
    yield;
    y = drawNextPage(paper, statement, setting, { page: page + 1, pages: plan.length });
  }
  if (balance.units !== statement.closing.units)
    throw new Error(`the lines of the ${titleOf(statement)} of ${statement.month} do not lead to its closing balance`);
  drawClosing(paper, statement, y);
  yield;
}

/** @returns where the lines begin */
function drawFirstPage(paper: Paper, statement: Statement, { mode, now }: Setting, pages: number): number {
  paper.newPage();
  drawHead(paper, mode);
  paper.text(titleOf(statement), left, 134, { size: 21, face: 'bold' });
  paper.text(periodOf(statement, now), left, 153, { size: 9.5, color: muted });
  drawFacts(paper, statement, now);
  drawSummary(paper, statement);
  const y = drawTableHead(paper, 322, statement);
  paper.text(day(statement.firstDay), left, y + 16, body);
  paper.text('Opening balance', column.description, y + 16, strong);
  paper.textTo(figure(statement.opening), column.balance, y + 16, strong);
  paper.rule(y + rowHeight);
  drawFoot(paper, footOf(statement), { page: 1, pages });
  if (statement.count === 0)
    paper.text('Nothing was posted in this period.', column.description, y + rowHeight + 16, { ...body, color: muted });
  return y + rowHeight * (statement.count === 0 ? 2 : 1);
}

function drawNextPage(
  paper: Paper,
  statement: Statement,
  { mode }: Setting,
  { page, pages }: { page: number; pages: number },
): number {
  paper.newPage();
  drawHead(paper, mode);
  drawFoot(paper, footOf(statement), { page: page + 1, pages });
  return drawTableHead(paper, 96, statement);
}

const footOf = (statement: Statement) =>
  `${titleOf(statement)} · ${monthName(statement.firstDay)} · ${statement.holder.email}`;

/** A month that is not over says how far it goes. */
function periodOf({ firstDay, lastDay }: Statement, now: Date): string {
  const days = `${fullDay(firstDay)} to ${fullDay(lastDay)} (UTC)`;
  return now < lastDay ? `${days}, so far` : days;
}

function drawFacts(paper: Paper, { holder, wallet }: Statement, now: Date) {
  const facts = [
    ['Account holder', holder.name, holder.email],
    ['Wallet', currencyName(wallet), wallet],
    ['Issued', fullDay(now), `${time(now)} UTC`],
  ] as const;
  const starts = [left, left + 260, left + 376];
  facts.forEach(([name, first, second], i) => {
    const x = starts[i] ?? left;
    const width = (starts[i + 1] ?? right + 16) - x - 16;
    paper.text(name, x, 190, label, width);
    paper.text(first, x, 204, { size: 10, face: 'bold' }, width);
    paper.text(second, x, 217, { size: 8.5, color: muted }, width);
  });
}

function drawSummary(paper: Paper, { opening, moneyIn, moneyOut, closing }: Statement) {
  const figures = [
    ['Opening balance', figure(opening)],
    ['Money in', figure(moneyIn, 'always')],
    ['Money out', figure({ ...moneyOut, units: -moneyOut.units })],
    ['Closing balance', figure(closing)],
  ] as const;
  const width = (right - left) / figures.length;
  paper.rule(240);
  figures.forEach(([name, text], i) => {
    const x = left + i * width + (i === 0 ? 0 : 14);
    if (i > 0) paper.upright(left + i * width, 250, 282);
    paper.text(name, x, 258, label);
    paper.text(text, x, 276, { size: sizeToFit(paper, text, width - 18), face: 'bold' });
  });
  paper.rule(292);
}

const sizeToFit = (paper: Paper, text: string, width: number) =>
  [13, 11, 9, 7].find((size) => paper.widthOf(text, { size, face: 'bold' }) <= width) ?? 6;

/** @returns where the first line begins */
function drawTableHead(paper: Paper, y: number, { wallet }: Statement): number {
  paper.text('Date', left, y, label);
  paper.text('Description', column.description, y, label);
  paper.textTo('Fee', column.fee, y, label);
  paper.textTo(`Amount, ${wallet}`, column.amount, y, label);
  paper.textTo(`Balance, ${wallet}`, column.balance, y, label);
  paper.rule(y + 6, { color: ink, weight: 0.9 });
  return y + 6;
}

function drawLine(paper: Paper, line: Transaction, y: number) {
  const date = new Date(line.date);
  const width = column.fee - 52 - column.description;
  const fee = fromExact(line.currency, line.fee_exact);
  const amount = fromExact(line.currency, line.amount_exact);
  const balance = line.balance_after_exact && fromExact(line.currency, line.balance_after_exact);
  const second = secondLine(line);
  const first = y + 11.5;
  paper.text(day(date), left, first, body);
  paper.text(time(date), left, y + 21, label);
  paper.text(line.description, column.description, first, body, width);
  if (second) paper.text(second, column.description, y + 21, label, width);
  if (fee.units !== 0n) paper.textTo(figure(fee), column.fee, first, { ...body, color: muted });
  paper.textTo(figure(amount, 'always'), column.amount, first, body);
  if (balance) paper.textTo(figure(balance), column.balance, first, body);
  paper.rule(y + rowHeight);
}

/** What tells two lines apart that read the same. */
const secondLine = ({ note, to, from, rate, crypto, crypto_amount_exact: coins }: Transaction): string | undefined =>
  note ?? to ?? from ?? (coins && `${coins} ${crypto}`) ?? (rate && `Rate ${rate}`);

function drawClosing(paper: Paper, statement: Statement, y: number) {
  const sums = [
    ['Money in', figure(statement.moneyIn, 'always')],
    ['Money out', figure({ ...statement.moneyOut, units: -statement.moneyOut.units })],
  ] as const;
  sums.forEach(([name, text], i) => {
    paper.text(name, column.description, y + 20 + i * 16, { ...body, color: muted });
    paper.textTo(text, column.amount, y + 20 + i * 16, { ...body, color: muted });
  });
  const text = figure(statement.closing);
  paper.text('Closing balance', column.description, y + 62, { size: 10.5, face: 'bold' });
  paper.textTo(text, column.balance, y + 62, { size: 10.5, face: 'bold' });
  const width = paper.widthOf(text, { size: 10.5, face: 'bold' });
  paper.doubleRule(y + 68, column.balance - Math.max(width, 60), column.balance);
}
