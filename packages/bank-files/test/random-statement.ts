import fc from 'fast-check';

/** A movement that a test writes and reads again. */
export type RandomLine = {
  readonly cents: bigint;
  readonly booked: string;
  readonly value: string;
  readonly counterparty: string;
  readonly account: string;
  readonly remittance: string;
  readonly endToEndId: string;
  readonly bankReference: string;
  readonly reversal: boolean;
};
export type RandomStatement = { readonly opening: bigint; readonly lines: readonly RandomLine[] };

const one = (characters: string) => fc.constantFrom(...characters.split(''));
const words = (characters: string, count: number, length: number) =>
  fc
    .array(fc.string({ unit: one(characters), minLength: 1, maxLength: length }), {
      minLength: 1,
      maxLength: count,
    })
    .map((list) => list.join(' '));
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const cents = fc.bigInt(0n, 10n ** 13n);
const day = fc.date({ min: new Date('2019-06-01'), max: new Date('2031-06-01'), noInvalidDate: true });
const isoDate = (date: Date): string => date.toISOString().slice(0, 10);

const line = fc
  .record({
    amount: cents,
    isCredit: fc.boolean(),
    reversal: fc.boolean(),
    booked: day,
    shift: fc.integer({ min: -20, max: 20 }),
    counterparty: words(letters, 4, 10),
    account: fc.string({ unit: one(digits), minLength: 20, maxLength: 20 }).map((number) => `DE${number}`),
    remittance: words(`${letters.toLowerCase()}${letters}${digits}.äß`, 20, 12),
    endToEndId: words(`${letters}${digits}`, 2, 15).map((text) => `E${text}`),
    bankReference: fc.string({ unit: one(letters + digits), minLength: 2, maxLength: 16 }).map((text) => `B${text}`),
  })
  .map(({ amount, isCredit, booked, shift, ...rest }) => ({
    ...rest,
    cents: isCredit ? amount : -amount,
    booked: isoDate(booked),
    value: isoDate(new Date(booked.getTime() + shift * 86_400_000)),
  }));

export const randomStatement: fc.Arbitrary<RandomStatement> = fc.record({
  opening: fc.bigInt(-(10n ** 13n), 10n ** 13n),
  lines: fc.array(line, { maxLength: 6 }),
});

export const closingOf = ({ opening, lines }: RandomStatement): bigint =>
  lines.reduce((sum, { cents: amount }) => sum + amount, opening);

/** Writes an amount of euros or dollars in the format of the readers. */
export function decimalText(amount: bigint): string {
  const digitsOf = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digitsOf.slice(0, -2)}.${digitsOf.slice(-2)}`;
}

/** Cuts a text into pieces of a length. */
export function cut(text: string, length: number): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += length) pieces.push(text.slice(start, start + length));
  return pieces;
}
