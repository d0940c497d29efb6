import { closingOf, cut, decimalText, type RandomLine, type RandomStatement } from './random-statement.ts';

const yymmdd = (date: string): string => date.slice(2).replaceAll('-', '');
const absolute = (amount: bigint): string => decimalText(amount < 0n ? -amount : amount).replace('.', ',');
const balance = (date: string, amount: bigint): string =>
  `${amount < 0n ? 'D' : 'C'}${yymmdd(date)}EUR${absolute(amount)}`;

/** Writes subfields of 27 characters, as German banks do. */
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

/** Writes a statement in lines of 65 characters. */
export function writeMt940(statement: RandomStatement, style: Mt940Style): string {
  const lines = statement.lines.flatMap((line) => [
    entry(line),
    ...cut(`:86:${styles[style](line)}`, 69).slice(0, 1),
    ...cut(styles[style](line).slice(65), 65),
  ]);
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
