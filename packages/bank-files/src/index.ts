export {
  checkBic,
  checkIban,
  checkUkAccount,
  checkUsAccount,
  type AccountCheck,
  type BicProblem,
  type IbanProblem,
  type UkAccountProblem,
  type UsAccountProblem,
} from './accounts.ts';
export {
  BankFileError,
  bankFileFormats,
  type BankFileEvent,
  type BankFileFormat,
  type ChangeNotice,
  type PaymentStatus,
  type Statement,
  type StatementHead,
  type StatementLine,
} from './bank-file.ts';
export { BankFileReader, type ReadOptions } from './read.ts';
export { checkFile, type CheckedFile } from './check.ts';
export { paymentReferenceFor, paymentReferencesIn } from './payment-reference.ts';
export { reasonText } from './reasons.ts';
export { writeCamt053, type WrittenStatement, type WrittenStatements } from './write/camt053.ts';
export type { WrittenLine } from './write/camt053-entry.ts';
export { writeNacha } from './write/nacha.ts';
export { traceNumber } from './write/nacha-records.ts';
export type { NachaBatch, NachaPayout, UsAccount } from './write/nacha-batch.ts';
export {
  writeNachaReturns,
  type ChangedAccount,
  type NachaReturns,
  type ReturnedPayout,
} from './write/nacha-returns.ts';
export { writePain001 } from './write/pain001.ts';
export { writePain002, type WrittenStatus } from './write/pain002.ts';
export type {
  PaymentAccount,
  PaymentAddress,
  PaymentBatch,
  PaymentParty,
  PaymentScheme,
  Payout,
} from './write/payment-batch.ts';
export { PaymentFileError } from './write/payment-file-error.ts';
