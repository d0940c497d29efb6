import { visibleLine } from '../../platform/visible-text.ts';
import type { BankFileProblem } from './bank-file-problem.ts';
import type { ImportReport } from './import-file.ts';

/** Describes the result of an import to the operator. */
export function reportText({
  name,
  sha256,
  known,
  statements,
  reported,
  rejected,
  changes,
  warnings,
}: ImportReport): string {
  const lines = known
    ? ['This file was imported before. Nothing was booked again.']
    : statements.map(
        ({ account, sequence, from, to, opening, closing, lines: all, newLines }) =>
          `${account}, statement ${sequence ?? '?'}, ${from ?? '?'} to ${to ?? '?'}: opening ${opening ?? '?'}, ` +
          `closing ${closing ?? '?'}, ${all} lines, ${newLines} new.`,
      );
  const heard = reported > 0 ? [`Payments reported: ${reported}.`] : [];
  const refused = rejected > 0 ? [`Payouts that the bank rejected or returned: ${rejected}.`] : [];
  const changed = changes > 0 ? [`Changed accounts of payees: ${changes}. They are at Operations, under Payouts.`] : [];
  const nothing = !known && statements.length + reported === 0 ? ['The file has no statements.'] : [];
  return text([
    name,
    `SHA-256 ${sha256}`,
    '',
    ...lines,
    ...heard,
    ...refused,
    ...changed,
    ...nothing,
    ...warnings.map((warning) => `Warning: ${warning}`),
  ]);
}

export const problemText = (name: string, { message }: BankFileProblem): string =>
  text([name, '', `Not imported. ${message}`]);

/** A file's name and its content may have line breaks. */
const text = (lines: readonly string[]) => `${lines.map(visibleLine).join('\n')}\n`;
