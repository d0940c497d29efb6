import type { FiatCode } from '@florin/money';

/** The data that a bank in the United States issued for files in the NACHA format. */
export type NachaSettings = {
  /** The routing number of the bank that gets the file. */
  readonly immediate_destination: string;
  readonly immediate_destination_name?: string | undefined;
  readonly immediate_origin: string;
  readonly immediate_origin_name?: string | undefined;
  readonly company_name: string;
  readonly company_id: string;
  /** The routing number of the bank that sends the payments into the network. */
  readonly odfi_routing: string;
  /** The name that receivers read on their statements. */
  readonly entry_description?: string | undefined;
  /** Whether the file has an entry that debits the account. */
  readonly balanced?: boolean | undefined;
  /** The kind of the account, for a balanced file. */
  readonly account_type?: 'checking' | 'savings' | undefined;
};

/** A bank account of the institution that runs Florin. In live mode from FLORIN_CONFIG. */
export type OperatorAccount = {
  readonly id: string;
  readonly currency: FiatCode;
  readonly holder: string;
  readonly bank: string;
  readonly purpose: 'safeguarding' | 'own_funds';
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly account_number?: string | undefined;
  readonly sort_code?: string | undefined;
  readonly routing_number?: string | undefined;
  readonly nacha?: NachaSettings | undefined;
  /** The bank's name for the account in its files, if it differs from the numbers above. */
  readonly statement_names?: readonly string[] | undefined;
};

/** A movement that a bank reports. Dates are `YYYY-MM-DD`, amounts are decimals with a sign. */
export type ReportedLine = {
  readonly amount: string;
  readonly counterparty: string;
  readonly counterpartyAccount?: string;
  readonly remittance?: string;
  /** A creditor reference (ISO 11649). */
  readonly reference?: string;
  /** The sender's id of the payment. */
  readonly endToEndId?: string;
  /** The reason why a payment came back, such as `AC04`. */
  readonly returnReason?: string;
  /** Whether the line reverses an earlier line. */
  readonly reversal?: boolean;
  /** The bank's id of the movement. */
  readonly id: string;
  /** The ISO 20022 code of the movement, such as `PMNT-RCDT-ESCT`. */
  readonly code: string;
};

/** A statement that a bank writes. The balances are decimals. */
export type ReportedStatement = {
  readonly account: OperatorAccount;
  readonly id: string;
  readonly sequence: string;
  readonly opening: string;
  readonly closing: string;
  readonly lines: readonly ReportedLine[];
  readonly at: Date;
};

/** A bank that exists only in the sandbox and in rehearsals. */
export type PretendedBank = {
  readonly accounts: readonly OperatorAccount[];
  /** Returns a statement in the format of a real bank. */
  readonly statementOf: (statement: ReportedStatement) => Iterable<string>;
};
