import { fiatCodes, type FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import {
  accountNumberOf,
  listMethods,
  methodLabel,
  type AccountNumber,
  type StoredMethod,
} from '../../funding/index.ts';

/** One of the account's own bank accounts, with the texts that name it in a file. */
export type OwnAccount = {
  readonly method: StoredMethod;
  readonly label: string;
  /** Letters and digits only, in upper case: the whole number first. */
  readonly names: readonly string[];
  /** The shown end of the number: `4300`. */
  readonly ending: string;
};

/** Returns the bank accounts to which the account can withdraw. */
export async function readOwnAccounts(
  dependencies: { readonly pool: Pool; readonly vault: Vault },
  ownerId: string,
): Promise<OwnAccount[]> {
  const methods = (await listMethods(dependencies.pool, ownerId)).filter(({ type }) => type === 'bank');
  return Promise.all(
    methods.map(async (method) => {
      const number = await accountNumberOf(dependencies, ownerId, method.id);
      const label = methodLabel(method);
      return {
        method,
        label,
        names: [...(number ? namesOf(number) : []), label].map(plain),
        ending: plain(method.account_number ?? ''),
      };
    }),
  );
}

const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function namesOf(number: AccountNumber): string[] {
  if (number.kind === 'iban') return [number.iban];
  const bank = number.kind === 'uk' ? number.sortCode : number.routing;
  return [bank + number.accountNumber, number.accountNumber];
}

type Found =
  | { readonly account: OwnAccount; readonly problem?: undefined }
  | { readonly account?: undefined; readonly problem: string };

/** Finds the own bank account that a cell names by its number, its label or its shown ending. */
export function findOwnAccount(accounts: readonly OwnAccount[], text: string, currency: FiatCode | undefined): Found {
  const name = plain(text);
  const named = accounts.filter(({ names, ending }) => names.includes(name) || (ending !== '' && ending === name));
  // Several accounts may have the same ending. The currency may decide.
  const fitting = named.filter(({ method }) => method.currency === null || method.currency === currency);
  const [account, ...others] = fitting.length > 0 ? fitting : named;
  if (!account) return { problem: notOwn };
  return others.length > 0 ? { problem: 'Several of your bank accounts match. Enter the whole number.' } : { account };
}

const notOwn =
  'This is neither an email address nor one of your saved bank accounts. Payouts go to email addresses and to your own saved bank accounts only.';

export const isCurrency = (text: string): text is FiatCode => (fiatCodes as readonly string[]).includes(text);
