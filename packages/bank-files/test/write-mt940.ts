import { closingOf, cut, decimalText, type RandomLine, type RandomStatement } from './random-statement.ts';

const yymmdd = (date: string): string => date.slice(2).replaceAll('-', '');
const absolute = (amount: bigint): string => decimalText(amount < 0n ? -amount : amount).replace('.', ',');
const balance = (date: string, amount: bigint): string =>
  `${amount < 0n ? 'D' : 'C'}${yymmdd(date)}EUR${absolute(amount)}`;

/** Writes subfields of 27 characters, like German banks. */
function structured({ remittance, endToEndId, counterparty, account }: RandomLine): string {
  const texts = [`EREF+${endToEndId}`, `SVWZ+${remittance}`].flatMap((text) => cut(text, 27));
  const numbers = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63'];
  const names = cut(counterparty, 27).map((text, index) => `?${32 + index}${text}`);
  return `166?00GUTSCHRIFT?101234${texts.map((text, index) => `?${numbers[index]}${text}`).join('')}?31${account}${names.join('')}`;
}

const slashes = ({ remittance, endToEndId, counterparty, account }: RandomLine): string =>
  `/TRTP/SEPA/IBAN/${account}/NAME/${counterparty}/REMI/${remittance}/EREF/${endToEndId}`;

const styles = { structured, slashes, free: ({ remittance }: RandomLine): string => remittance };
export type Mt940Style = keyof typeof styles;

function entry(line: RandomLine): string {
  const isDebit = line.cents < 0n;
  const mark = line.reversal ? (isDebit ? 'RC' : 'RD') : isDebit ? 'D' : 'C';
  return `:61:${yymmdd(line.value)}${yymmdd(line.booked).slice(2)}${mark}${absolute(line.cents)}NTRFNONREF//${line.bankReference}`;
}

/** Writes a line and its text in lines of 65 characters. */
const entryWithText = (line: RandomLine, style: Mt940Style): string[] => [
  entry(line),
  ...cut(`:86:${styles[style](line)}`, 69).slice(0, 1),
  ...cut(styles[style](line).slice(65), 65),
];

/** Writes a statement in lines of 65 characters. */
export function writeMt940(statement: RandomStatement, style: Mt940Style): string {
  const lines = statement.lines.flatMap((line) => entryWithText(line, style));
  return [
    ':20:TEST',
    ':25:DE02120300000000202051',
    ':28C:1/1',
    `:60F:${balance('2024-04-30', statement.opening)}`,
    ...lines,
    `:62F:${balance('2024-04-30', closingOf(statement))}`,
    '-',
    '',
  ].join('\r\n');
}

const total = (lines: readonly RandomLine[]): string =>
  `${lines.length}EUR${absolute(lines.reduce((sum, { cents }) => sum + cents, 0n))}`;

/** Writes an intraday report, which has no balances. */
export function writeMt942({ lines }: RandomStatement, style: Mt940Style): string {
  return [
    ':20:TEST',
    ':25:DE02120300000000202051',
    ':28C:1/1',
    ':34F:EUR0,',
    ':13D:2404301815+0100',
    ...lines.flatMap((line) => entryWithText(line, style)),
    `:90D:${total(lines.filter(({ cents }) => cents < 0n))}`,
    `:90C:${total(lines.filter(({ cents }) => cents >= 0n))}`,
    '-',
    '',
  ].join('\r\n');
}
