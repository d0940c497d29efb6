import { fromExact, type Transaction } from '@florin/contract';
import { add, type Amount, type FiatCode } from '@florin/money';
import { detailsOf } from '../line-details.ts';
import type { StatementHead } from '../statement.ts';
import { currencyName, day, figure, fullDay, moment, monthName, time } from '../words.ts';
import { drawStatementCode } from './draw-verification.ts';
import { drawFoot, drawHead, signedNotice, type Stationery } from './letterhead.ts';
import { ink, left, muted, openPaper, right, type Paper, type Style } from './paper.ts';
import { planPages } from './statement-pages.ts';

const label: Style = { size: 7.5, color: muted };
const body: Style = { size: 9 };
const strong: Style = { size: 9, face: 'bold' };

const rowHeight = 26;
const column = { description: left + 50, fee: right - 168, amount: right - 84, balance: right };

type Setting = { readonly head: Stationery; readonly now: Date };

/** Draws a statement while its postings are read. Each full page can be sent. */
export type StatementDrawing = {
  /** Draws these postings and returns the finished bytes. */
  readonly add: (lines: readonly Transaction[]) => Promise<Uint8Array>;
  /**
   * Draws the closing balance and returns the remaining bytes. Throws if the postings do not add up to the closing
   * balance.
   */
  readonly finish: () => Promise<Uint8Array>;
};

export async function openStatement(
  statement: StatementHead,
  head: Stationery,
  now = new Date(),
): Promise<StatementDrawing> {
  const paper = openPaper({
    title: `${titleOf(statement)}, ${monthName(statement.firstDay)}`,
    author: head.brand,
    subject: head.verification?.number,
    signature: head.signature,
  });
  const setting = { head, now };
  const plan = planPages(statement.count);
  let page = 0;
  let room = plan[page] ?? 0;
  let balance: Amount = statement.opening;
  let y = await drawFirstPage(paper, statement, setting, plan.length);
  const turnPage = async () => {
    page += 1;
    room = plan[page] ?? 0;
    y = await drawNextPage(paper, statement, setting, { page: page + 1, pages: plan.length });
  };
  return {
    async add(lines) {
      for (const line of lines) {
        if (room === 0) await turnPage();
        await drawLine(paper, line, y);
        balance = add(balance, fromExact(line.currency, line.amount_exact));
        room -= 1;
        y += rowHeight;
      }
      return paper.take();
    },
    async finish() {
      if (page < plan.length - 1) await turnPage();
      if (balance.units !== statement.closing.units)
        throw new Error(
          `The lines of the ${titleOf(statement)} for ${statement.month} do not add up to its closing balance.`,
        );
      await drawClosing(paper, statement, y);
      return paper.finish();
    },
  };
}

const titleOf = ({ wallet }: { wallet: FiatCode }) => `${currencyName(wallet)} statement`;

/** @returns the y coordinate of the first line */
async function drawFirstPage(
  paper: Paper,
  statement: StatementHead,
  { head, now }: Setting,
  pages: number,
): Promise<number> {
  paper.newPage();
  await drawHead(paper, head);
  await paper.text(titleOf(statement), left, 134, { size: 21, face: 'bold' });
  await paper.text(periodOf(statement, now), left, 153, { size: 9.5, color: muted });
  if (head.verification) await drawStatementCode(paper, head.verification);
  await drawFacts(paper, statement, now);
  await drawSummary(paper, statement);
  const y = await drawTableHead(paper, 322, statement);
  await paper.text(day(statement.firstDay), left, y + 16, body);
  await paper.text('Opening balance', column.description, y + 16, strong);
  await paper.textTo(figure(statement.opening), column.balance, y + 16, strong);
  paper.rule(y + rowHeight);
  await drawFoot(paper, { ...footOf(statement, { head, now }), page: 1, pages });
  if (statement.count > 0) return y + rowHeight;
  const nothing = 'No transactions in this period.';
  await paper.text(nothing, column.description, y + rowHeight + 16, { ...body, color: muted });
  return y + rowHeight * 2;
}

async function drawNextPage(
  paper: Paper,
  statement: StatementHead,
  { head, now }: Setting,
  place: { page: number; pages: number },
): Promise<number> {
  paper.newPage();
  await drawHead(paper, head);
  await drawFoot(paper, { ...footOf(statement, { head, now }), ...place });
  return drawTableHead(paper, 96, statement);
}

const footOf = (statement: StatementHead, { head, now }: Setting) => ({
  about: `${titleOf(statement)} · ${monthName(statement.firstDay)} · ${statement.holder.email}`,
  legal: `${signedNotice(head, ` on ${moment(now)}`)} All times are UTC.`,
});

/** Marks the current month as incomplete. */
function periodOf({ firstDay, lastDay }: StatementHead, now: Date): string {
  const days = `${fullDay(firstDay)} to ${fullDay(lastDay)} (UTC)`;
  return now < lastDay ? `${days}, so far` : days;
}

async function drawFacts(paper: Paper, { holder, wallet }: StatementHead, now: Date) {
  const facts = [
    ['Account holder', holder.name, holder.email],
    ['Wallet', currencyName(wallet), wallet],
    ['Issued', fullDay(now), `${time(now)} UTC`],
  ] as const;
  const starts = [left, left + 260, left + 376];
  for (const [i, [name, first, second]] of facts.entries()) {
    const x = starts[i] ?? left;
    const width = (starts[i + 1] ?? right + 16) - x - 16;
    await paper.text(name, x, 190, label, width);
    await paper.text(first, x, 204, { size: 10, face: 'bold' }, width);
    await paper.text(second, x, 217, { size: 8.5, color: muted }, width);
  }
}

async function drawSummary(paper: Paper, { opening, moneyIn, moneyOut, closing }: StatementHead) {
  const figures = [
    ['Opening balance', figure(opening)],
    ['Money in', figure(moneyIn, 'always')],
    ['Money out', figure({ ...moneyOut, units: -moneyOut.units })],
    ['Closing balance', figure(closing)],
  ] as const;
  const width = (right - left) / figures.length;
  paper.rule(240);
  for (const [i, [name, text]] of figures.entries()) {
    const x = left + i * width + (i === 0 ? 0 : 14);
    if (i > 0) paper.verticalRule(left + i * width, 250, 282);
    await paper.text(name, x, 258, label);
    await paper.text(text, x, 276, { size: await sizeToFit(paper, text, width - 18), face: 'bold' });
  }
  paper.rule(292);
}

async function sizeToFit(paper: Paper, text: string, width: number): Promise<number> {
  const wide = await paper.widthOf(text, { size: 1, face: 'bold' });
  return [13, 11, 9, 7].find((size) => wide * size <= width) ?? 6;
}

/** @returns the y coordinate of the first line */
async function drawTableHead(paper: Paper, y: number, { wallet }: StatementHead): Promise<number> {
  await paper.text('Date', left, y, label);
  await paper.text('Description, transaction', column.description, y, label);
  await paper.textTo('Fee', column.fee, y, label);
  await paper.textTo(`Amount, ${wallet}`, column.amount, y, label);
  await paper.textTo(`Balance, ${wallet}`, column.balance, y, label);
  paper.rule(y + 6, { color: ink, weight: 0.9 });
  return y + 6;
}

async function drawLine(paper: Paper, line: Transaction, y: number) {
  const date = new Date(line.date);
  const width = column.fee - 46 - column.description;
  const fee = fromExact(line.currency, line.fee_exact);
  const amount = fromExact(line.currency, line.amount_exact);
  const balance = line.balance_after_exact && fromExact(line.currency, line.balance_after_exact);
  const [first, second] = [y + 11.5, y + 21];
  await paper.text(day(date), left, first, body);
  await paper.text(time(date), left, second, label);
  await paper.text(line.description, column.description, first, body, width);
  await paper.text(detailsOf(line).join(' · '), column.description, second, label);
  if (fee.units !== 0n) await paper.textTo(figure(fee), column.fee, first, { ...body, color: muted });
  await paper.textTo(figure(amount, 'always'), column.amount, first, body);
  if (balance) await paper.textTo(figure(balance), column.balance, first, body);
  paper.rule(y + rowHeight);
}

async function drawClosing(paper: Paper, statement: StatementHead, y: number) {
  const sums = [
    ['Money in', figure(statement.moneyIn, 'always')],
    ['Money out', figure({ ...statement.moneyOut, units: -statement.moneyOut.units })],
  ] as const;
  for (const [i, [name, text]] of sums.entries()) {
    await paper.text(name, column.description, y + 20 + i * 16, { ...body, color: muted });
    await paper.textTo(text, column.amount, y + 20 + i * 16, { ...body, color: muted });
  }
  const text = figure(statement.closing);
  const style: Style = { size: 10.5, face: 'bold' };
  await paper.text('Closing balance', column.description, y + 62, style);
  await paper.textTo(text, column.balance, y + 62, style);
  const width = await paper.widthOf(text, style);
  paper.doubleRule(y + 68, column.balance - Math.max(width, 60), column.balance);
}
