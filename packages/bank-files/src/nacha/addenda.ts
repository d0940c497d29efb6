import type { ChangeNotice } from '../bank-file.ts';
import { field, type NachaRecord } from './records.ts';

/** The reason why an entry came back. */
export type Return = {
  readonly reason: string;
  /** The trace number of the entry that came back. */
  readonly originalTrace: string;
  readonly text: string;
};

const knownTypes = new Set(['02', '05', '10', '11', '12', '13', '14', '15', '16', '17', '18', '98', '99']);

export const addendaType = (record: NachaRecord): string => field(record, 2, 3);
export const isAddendaType = (type: string): boolean => knownTypes.has(type);

export function returnOf(record: NachaRecord, entryClass: string): Return {
  const reason = field(record, 4, 6);
  return { reason, originalTrace: field(record, 7, 21), text: returnText(record, reason, entryClass) };
}

/** Dishonored and contested returns have trace numbers and dates in columns in which other returns have only text. */
function returnText(record: NachaRecord, reason: string, entryClass: string): string {
  if (/^R7[1-7]$/.test(reason)) return '';
  if (/^R6[1-9]$|^R70$/.test(reason)) return field(record, 59, 79);
  return entryClass === 'IAT' ? field(record, 46, 79) : field(record, 36, 79);
}

/** A refused notice (C61 to C69) has more fields after the corrected data. */
export function changeNotice(record: NachaRecord): ChangeNotice {
  const code = field(record, 4, 6);
  const text = /^C6\d$/.test(code) ? field(record, 36, 64) : field(record, 36, 79);
  return { code, id: field(record, 7, 21) || null, text };
}
