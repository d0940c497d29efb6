import type { Description } from './description.ts';

/** Reads the field NS. Some banks use its numbered lines instead of field 86. */
export function nameService(lines: readonly string[]): Description {
  const numbered = (from: number, to: number): string | null => {
    const texts = lines.filter((line) => isNumbered(line, from, to)).map((line) => line.slice(2).trim());
    return texts.join(' ').trim() || null;
  };
  return {
    counterparty: numbered(15, 16),
    counterparty_account: numbered(34, 34),
    remittance: numbered(1, 14) ?? numbered(17, 17),
  };
}

function isNumbered(line: string, from: number, to: number): boolean {
  const number = /^\d\d/.test(line) ? Number(line.slice(0, 2)) : -1;
  return number >= from && number <= to;
}
