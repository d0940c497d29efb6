import { checkFile, type CheckedFile } from '../src/check.ts';

/** Builds NACHA files for tests, record by record. The totals are right unless a test changes the totals. */

export type TestEntry = {
  readonly code?: string;
  readonly bank?: string;
  readonly account?: string;
  readonly amount?: number;
  readonly id?: string;
  readonly name?: string;
  readonly trace?: string;
  /** Whole records. */
  readonly addenda?: readonly string[];
  /** Replaces the columns 13 to 79. */
  readonly middle?: string;
};
export type TestBatch = {
  readonly entryClass?: string;
  readonly description?: string;
  readonly effective?: string;
  readonly settlement?: string;
  readonly number?: string;
  readonly entries: readonly TestEntry[];
};

const fileHeader = `101 09100001912345678902611291200A094101${'FIRST BANK'.padEnd(23)}${'FLORIN TEST'.padEnd(31)}`;

function batchHeader(batch: TestBatch): string {
  const {
    entryClass = 'PPD',
    description = 'PAYOUT',
    effective = '261130',
    settlement = '',
    number = '0000001',
  } = batch;
  return (
    '5200FLORIN TEST     '.padEnd(40) +
    '1987654321' +
    entryClass +
    description.padEnd(10) +
    ''.padEnd(6) +
    effective.padEnd(6) +
    settlement.padEnd(3) +
    `109100001${number}`
  );
}

function entryRecord(entry: TestEntry): string {
  const {
    code = '22',
    bank = '091000019',
    account = '123456789',
    amount = 1250,
    id = 'P1',
    name = 'ANNA BELL',
  } = entry;
  const common = account.padEnd(17) + String(amount).padStart(10, '0') + id.padEnd(15) + name.padEnd(22) + '  ';
  const middle = entry.middle ?? `${common}${entry.addenda ? '1' : '0'}`;
  return `6${code}${bank}${middle}${entry.trace ?? '091000010000001'}`;
}

export const addenda05 = (text: string, sequence = 1): string =>
  `705${text.padEnd(80)}${String(sequence).padStart(4, '0')}0000001`;

export const addenda99 = (reason: string, trace: string, text = ''): string =>
  `799${reason}${trace}      09100001${text.padEnd(44)}091000010000001`;

export const addenda98 = (code: string, trace: string, text: string): string =>
  `798${code}${trace}      09100001${text.padEnd(44)}091000010000001`;

type Sums = { count: number; hash: number; debit: number; credit: number };

/** Returns the records of a file. Tests change some records and join all records with any line end. */
export function recordsOf(batches: readonly TestBatch[]): string[] {
  const records = [fileHeader];
  const total: Sums = { count: 0, hash: 0, debit: 0, credit: 0 };
  for (const batch of batches) {
    const own = batch.entries.flatMap((entry) => [entryRecord(entry), ...(entry.addenda ?? [])]);
    const sums = sumsOf(own, batch.entryClass === 'ADV');
    for (const name of ['count', 'hash', 'debit', 'credit'] as const) total[name] += sums[name];
    records.push(batchHeader(batch), ...own, batchControl(sums, batch));
  }
  const blocks = Math.ceil((records.length + 1) / 10);
  records.push(`9${digits(batches.length, 6)}${digits(blocks, 6)}${fields(total, 8, batches)}`.padEnd(94));
  while (records.length % 10 !== 0) records.push('9'.repeat(94));
  return records;
}

function sumsOf(records: readonly string[], isAdvice: boolean): Sums {
  const sums: Sums = { count: records.length, hash: 0, debit: 0, credit: 0 };
  for (const record of records.filter((one) => one.startsWith('6'))) {
    sums.hash += Number(record.slice(3, 11));
    const amount = Number(isAdvice ? record.slice(27, 39) : record.slice(29, 39));
    const isCredit = record[1] === '8' ? Number(record[2]) % 2 === 1 : Number(record[2]) < 5;
    sums[isCredit ? 'credit' : 'debit'] += amount;
  }
  return sums;
}

function batchControl(sums: Sums, batch: TestBatch): string {
  const middle = fields(sums, 6, [batch]).padEnd(batch.entryClass === 'ADV' ? 75 : 50);
  return (
    `8200${batch.entryClass === 'ADV' ? middle : `${middle}1987654321`}`.padEnd(79) +
    `09100001${batch.number ?? '0000001'}`
  );
}

function fields({ count, hash, debit, credit }: Sums, countWidth: number, batches: readonly TestBatch[]): string {
  const width = batches.some((batch) => batch.entryClass === 'ADV') ? 20 : 12;
  return digits(count, countWidth) + digits(hash % 1e10, 10) + digits(debit, width) + digits(credit, width);
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Reads the bytes or records of a file. */
export function readNachaFile(content: string | Uint8Array | readonly string[]): CheckedFile {
  const bytes = content instanceof Uint8Array ? content : Buffer.from([content].flat().join('\n'));
  const [file] = checkFile('test.ach', [bytes]);
  if (!file) throw new Error('no file');
  return file;
}
