import { BankFileError, type BankFileFormat } from '../bank-file.ts';
import type { Output } from '../output.ts';
import type { MessageHandler } from './messages.ts';
import { statementNames } from './shapes.ts';
import { StatementReader } from './statement-reader.ts';

/** Reads camt.052, camt.053 and camt.054: one or more statements. */
export function statementMessageHandler(output: Output, format: BankFileFormat): MessageHandler {
  let count = 0;
  let statement: StatementReader | null = null;
  return {
    opened: (part) => {
      if (!statementNames.has(part.name)) return statement?.opened(part);
      count += 1;
      statement = new StatementReader(output, format);
      return undefined;
    },
    closed: (part) => {
      if (!statementNames.has(part.name)) return statement?.closed(part);
      statement?.finish();
      statement = null;
      return undefined;
    },
    end: () => {
      if (count === 0) throw new BankFileError(`The ${format} message has no statement.`);
    },
  };
}
