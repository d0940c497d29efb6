import { BankFileError } from '../bank-file.ts';
import { Lines } from '../lines.ts';
import type { FormatReader, Output } from '../output.ts';
import { dateOf } from '../two-digit-date.ts';
import { Account } from './account.ts';
import { RecordFields } from './record-fields.ts';
import { Records, type BaiRecord } from './records.ts';
import { Totals } from './totals.ts';

/** Reads BAI2, the format of banks in North America. */
export function readBai2(file: string, output: Output): FormatReader {
  output.file(file, 'BAI2');
  const groups = new Groups(output);
  const lines = new Lines((line) => groups.line(line));
  return {
    write: (text) => lines.write(text),
    end: () => {
      lines.end();
      groups.end();
    },
  };
}

type Group = { readonly currency: string; readonly asOf: string; readonly totals: Totals };

/** Makes statements of records: a file has groups, a group has accounts, an account has transactions. */
class Groups {
  readonly #output: Output;
  readonly #records: Records;
  #sequence: string | null = null;
  #file: Totals | null = null;
  #group: Group | null = null;
  #account: Account | null = null;
  #accounts = 0;
  #recordNumber = 0; // of the record that is read
  #recordCount = 0; // up to the record that is read, with its continuations

  constructor(output: Output) {
    this.#output = output;
    this.#records = new Records(
      (record) => this.#record(record),
      (text) => output.warn(text),
    );
  }

  line(line: string): void {
    this.#records.line(line.replace(/^\ufeff/, ''));
  }

  end(): void {
    this.#records.end();
    this.#finishAccount();
    if (this.#file) this.#output.warn('The file has no end record (99). It may be incomplete.');
    if (this.#accounts === 0) this.#output.warn('The file has no accounts.');
  }

  #record(record: BaiRecord): void {
    this.#recordNumber = this.#recordCount + 1;
    this.#recordCount += record.pieces.length;
    try {
      this.#take(record.code, new RecordFields(record.pieces));
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      const where = this.#account ? `Account ${this.#account.name}, line` : 'Line';
      throw new BankFileError(`${where} ${record.lineNumber}: ${error.message}`);
    }
  }

  #take(code: string, fields: RecordFields): void {
    switch (code) {
      case '01':
        this.#beginFile(fields);
        break;
      case '02':
        this.#beginGroup(fields);
        break;
      case '03':
        this.#beginAccount(fields);
        break;
      case '16':
        if (!this.#account) throw new BankFileError('The transaction has no account (record 03).');
        this.#account.transaction(fields);
        break;
      case '49':
        this.#endAccount(fields);
        break;
      case '98':
        this.#endGroup(fields);
        break;
      default:
        this.#endFile(fields);
    }
  }

  #beginFile(fields: RecordFields): void {
    this.#finishAccount();
    const [, , , , identification = '', , , version = ''] = Array.from({ length: 8 }, () => fields.next());
    if (version !== '2')
      this.#output.warn(`The file has version ${version || 'none'} of BAI. It was read as version 2.`);
    this.#sequence = identification === '' ? null : identification.slice(0, 40);
    this.#file = new Totals(this.#recordNumber);
    this.#group = null;
  }

  #beginGroup(fields: RecordFields): void {
    this.#finishAccount();
    const [, , status = '', date = '', , currency = ''] = Array.from({ length: 6 }, () => fields.next());
    if (status === '2') throw new BankFileError('The group deletes an earlier one. Florin does not read that.');
    if (status === '4') throw new BankFileError('The group is a test of the bank.');
    if (status === '3') this.#output.warn(`The group of ${date} corrects an earlier one.`);
    const asOf = dateOf(date);
    if (asOf === null) throw new BankFileError(`The date ${date.slice(0, 40)} does not exist.`);
    this.#group = { currency: currency || 'USD', asOf, totals: new Totals(this.#recordNumber) };
  }

  #beginAccount(fields: RecordFields): void {
    this.#finishAccount();
    if (!this.#group) throw new BankFileError('The account has no group (record 02).');
    const { currency, asOf } = this.#group;
    const totals = new Totals(this.#recordNumber);
    this.#accounts += 1;
    this.#account = new Account(this.#output, { currency, asOf, sequence: this.#sequence, totals });
    this.#account.begin(fields);
  }

  #endAccount(fields: RecordFields): void {
    const account = this.#account;
    if (!account) return this.#output.warn('A control record (49) has no account.');
    const total = account.totals.check(fields, this.#recordCount, (text) =>
      this.#warn(`Account ${account.name}`, text),
    );
    this.#group?.totals.add(total);
    account.finish();
    this.#account = null;
    return undefined;
  }

  #endGroup(fields: RecordFields): void {
    this.#finishAccount();
    const group = this.#group;
    if (!group) return this.#output.warn('A control record (98) has no group.');
    this.#file?.add(
      group.totals.check(fields, this.#recordCount, (text) => this.#warn(`Group of ${group.asOf}`, text)),
    );
    this.#group = null;
    return undefined;
  }

  #endFile(fields: RecordFields): void {
    this.#finishAccount();
    this.#file?.check(fields, this.#recordCount, (text) => this.#warn('File', text));
    this.#file = null;
    this.#group = null;
  }

  /** Ends an account that has no control record. */
  #finishAccount(): void {
    if (!this.#account) return;
    this.#warn(`Account ${this.#account.name}`, 'there is no control record (49). The file may be incomplete.');
    this.#account.finish();
    this.#account = null;
  }

  #warn(where: string, text: string): void {
    this.#output.warn(`${where}: ${text}`);
  }
}
