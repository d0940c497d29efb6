import { closingOf, type RandomLine, type RandomStatement } from './random-statement.ts';

const yymmdd = (date: string): string => date.slice(2).replaceAll('-', '');
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Writes a transaction with its text in continuations of a few words. */
function transaction(line: RandomLine): readonly string[] {
  const isCredit = line.cents >= 0n;
  const code = line.reversal ? (isCredit ? '252' : '552') : isCredit ? '195' : '495';
  const words = line.remittance.split(' ');
  const texts: string[] = [];
  for (let start = 0; start < words.length; start += 4) texts.push(words.slice(start, start + 4).join(' '));
  const [first = '', ...others] = texts;
  return [
    `16,${code},${absolute(line.cents)},V,${yymmdd(line.value)},,${line.bankReference},${line.endToEndId},${first}/`,
    ...others.map((text) => `88,${text}/`),
  ];
}

/** Writes a statement with correct control records. All lines have the date of the group. */
export function writeBai2(statement: RandomStatement): string {
  const records = statement.lines.flatMap(transaction);
  const closing = closingOf(statement);
  const total = statement.lines.reduce((sum, { cents }) => sum + absolute(cents), statement.opening + closing);
  return [
    '01,BANK,FLORIN,240430,0829,7,,,2/',
    '02,FLORIN,BANK,1,240430,2400,USD,2/',
    `03,0123456789,,010,${statement.opening},,,015,${closing},,/`,
    ...records,
    `49,${total},${records.length + 2}/`,
    `98,${total},1,${records.length + 4}/`,
    `99,${total},1,${records.length + 6}/`,
    '',
  ].join('\n');
}
