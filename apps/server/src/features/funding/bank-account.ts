import { checkIban, checkUkAccount, checkUsAccount } from '@florin/bank-files';
import type { BankAccountDetails } from '@florin/contract';
import * as z from 'zod/mini';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import type { Vault } from '../../platform/vault.ts';
import type { SignedIn } from '../identity/index.ts';
import { uuidv7 } from 'uuidv7';
import { addMethod } from './method-store.ts';
import type { StoredMethod } from './method.ts';

/** A bank account's number in the form that payments use. */
const accountNumber = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('iban'), iban: z.string() }),
  z.object({ kind: z.literal('uk'), sortCode: z.string(), accountNumber: z.string() }),
  z.object({
    kind: z.literal('us'),
    routing: z.string(),
    accountNumber: z.string(),
    type: z.enum(['checking', 'savings']),
  }),
]);
export type AccountNumber = z.infer<typeof accountNumber>;

const purpose = 'bank account';

type Dependencies = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly digestOf: KeyedDigest;
  readonly payoutMethodWaitHours: number;
};

/**
 * Adds a member's bank account by its number, which is stored encrypted and shown masked. Errors: `invalid_request` at
 * the wrong field, also for an account that the member has added before, and those of `addMethod`.
 */
export async function addBankAccount(
  { pool, vault, digestOf, payoutMethodWaitHours }: Dependencies,
  member: SignedIn,
  details: BankAccountDetails,
): Promise<StoredMethod> {
  const number = checkedNumber(details);
  const described = { type: 'bank', name: nameOf(number), accountNumber: `•••• ${lastFour(number)}` } as const;
  const encrypt = (tx: Queryable) => vault.encrypt(tx, member.id, purpose, JSON.stringify(number));
  const digest = await digestOf(purpose, sameNumber(number));
  const numbered = { currency: details.currency, encrypt, digest, known: () => wrong(knownSentence(number)) };
  return addMethod({ pool, payoutMethodWaitHours }, member, `account_${uuidv7()}`, described, numbered);
}

/** Returns the number of a member's bank account, or nothing if the account has no number or the member has left. */
export async function accountNumberOf(
  { pool, vault }: Pick<Dependencies, 'pool' | 'vault'>,
  userId: string,
  methodId: string,
): Promise<AccountNumber | undefined> {
  const { rows } = await pool.query<{ details: Buffer | null }>(
    'select account_details as details from payment_methods where id = $1 and user_id = $2',
    [methodId, userId],
  );
  const details = rows[0]?.details;
  if (!details) return undefined;
  return z.parse(accountNumber, JSON.parse((await vault.decrypt(pool, userId, purpose, details)).toString()));
}

function checkedNumber(details: BankAccountDetails): AccountNumber {
  switch (details.currency) {
    case 'EUR': {
      const checked = checkIban(details.iban);
      if (!checked.ok) throw wrong(['iban', ibanSentences[checked.problem]]);
      return { kind: 'iban', iban: checked.iban };
    }
    case 'GBP': {
      const checked = checkUkAccount(details.sort_code, details.account_number);
      if (!checked.ok) throw wrong(ukSentences[checked.problem]);
      return { kind: 'uk', sortCode: checked.sortCode, accountNumber: checked.accountNumber };
    }
    case 'USD': {
      const checked = checkUsAccount(details.routing_number, details.account_number);
      if (!checked.ok) throw wrong(usSentences[checked.problem]);
      const { routing, accountNumber: number } = checked;
      return { kind: 'us', routing, accountNumber: number, type: details.account_type };
    }
  }
}

const ibanSentences = {
  missing: 'Enter the IBAN.',
  country: 'An IBAN begins with a country, such as DE. This one does not.',
  length: 'This IBAN has too few or too many characters for its country.',
  format: 'This IBAN has a character in the wrong place.',
  check_digits: 'This IBAN has a typing error. Compare it with your bank’s.',
} as const;

const ukSentences = {
  sort_code_missing: ['sort_code', 'Enter the sort code.'],
  sort_code_length: ['sort_code', 'A sort code has 6 digits.'],
  account_missing: ['account_number', 'Enter the account number.'],
  account_length: ['account_number', 'An account number has 8 digits.'],
  modulus: ['account_number', 'The account number does not belong to this sort code. Compare both with your bank’s.'],
} as const;

const usSentences = {
  routing_missing: ['routing_number', 'Enter the routing number.'],
  routing_length: ['routing_number', 'A routing number has 9 digits.'],
  routing_check_digit: ['routing_number', 'This routing number has a typing error. Compare it with your bank’s.'],
  account_missing: ['account_number', 'Enter the account number.'],
  account_format: ['account_number', 'An account number has at most 17 digits.'],
} as const;

/**
 * The same account always has the same text. The text leaves out whether it is a checking or savings account, because
 * this follows from the number.
 */
function sameNumber(number: AccountNumber): string {
  if (number.kind === 'iban') return `iban ${number.iban}`;
  return `${number.kind} ${number.kind === 'uk' ? number.sortCode : number.routing} ${number.accountNumber}`;
}

const knownSentence = ({ kind }: AccountNumber) =>
  [
    kind === 'iban' ? 'iban' : 'account_number',
    'You added this bank account before. Choose it from your list.',
  ] as const;

const wrong = ([field, sentence]: readonly [field: string, sentence: string]) =>
  new Refusal('invalid_request', sentence, { fields: { [field]: sentence } });

const nameOf = (number: AccountNumber): string =>
  number.kind === 'iban' ? `Bank account ${number.iban.slice(0, 2)}` : 'Bank account';

const lastFour = (number: AccountNumber): string =>
  (number.kind === 'iban' ? number.iban : number.accountNumber).slice(-4);
