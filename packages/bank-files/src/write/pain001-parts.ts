import { isValidBIC, isValidIBAN } from 'ibantools';
import { latinName, latinText } from './characters.ts';
import type { PaymentAccount, PaymentAddress } from './payment-batch.ts';
import { PaymentFileError } from './payment-file-error.ts';
import { optional, type Element } from './xml.ts';

const MAXIMUM_STREET = 70;
const MAXIMUM_NUMBER = 16;
const MAXIMUM_TOWN = 35;

/** Returns the account without blanks. Throws if its numbers are invalid. */
export function accountOf(account: PaymentAccount, whose: string): PaymentAccount {
  const bic = account.bic?.replaceAll(' ', '').toUpperCase();
  if (bic && !isValidBIC(bic)) throw new PaymentFileError(`${whose} has a BIC that is not valid.`);
  switch (account.kind) {
    case 'iban': {
      const iban = account.iban.replaceAll(' ', '').toUpperCase();
      if (!isValidIBAN(iban)) throw new PaymentFileError(`${whose} has an IBAN that is not valid.`);
      return { kind: 'iban', iban, bic: bic || null };
    }
    case 'uk': {
      const sortCode = account.sortCode.replace(/[ -]/g, '');
      if (!/^\d{6}$/.test(sortCode)) throw new PaymentFileError(`${whose} needs a sort code of 6 digits.`);
      if (!/^\d{8}$/.test(account.accountNumber))
        throw new PaymentFileError(`${whose} needs an account number of 8 digits.`);
      return { kind: 'uk', sortCode, accountNumber: account.accountNumber, bic: bic || null };
    }
    case 'us':
      if (!/^\d{9}$/.test(account.routing)) throw new PaymentFileError(`${whose} needs a routing number of 9 digits.`);
      if (!/^[A-Za-z0-9-]{1,17}$/.test(account.accountNumber))
        throw new PaymentFileError(`${whose} needs an account number of at most 17 letters, digits and hyphens.`);
      return { ...account, bic: bic || null };
    case 'other':
      if (!bic) throw new PaymentFileError(`${whose} needs a BIC.`);
      if (!/^[A-Za-z0-9](?:[A-Za-z0-9 -]{0,32}[A-Za-z0-9])?$/.test(account.accountNumber))
        throw new PaymentFileError(`${whose} needs an account number of at most 34 letters and digits.`);
      return { kind: 'other', accountNumber: account.accountNumber, bic };
  }
}

/** Both functions accept an account from `accountOf`. */
export function accountElement(name: string, account: PaymentAccount, currency?: string): Element {
  const id: Element =
    account.kind === 'iban'
      ? ['IBAN', account.iban]
      : ['Othr', ['Id', account.accountNumber], ['SchmeNm', ['Cd', 'BBAN']]];
  return [name, ['Id', id], optional('Ccy', currency)];
}

/**
 * Returns the bank, which a sort code or routing number names without a BIC. Returns null if the account has neither.
 */
export function agentElement(name: string, account: PaymentAccount): Element | null {
  const bic = optional('BICFI', account.bic);
  const member = clearingMember(account);
  return bic || member ? [name, ['FinInstnId', bic, member]] : null;
}

function clearingMember(account: PaymentAccount): Element | null {
  const member = (system: string, id: string): Element => ['ClrSysMmbId', ['ClrSysId', ['Cd', system]], ['MmbId', id]];
  if (account.kind === 'uk') return member('GBDSC', account.sortCode);
  return account.kind === 'us' ? member('USABA', account.routing) : null;
}

export function addressElement(address: PaymentAddress | null | undefined, whose: string): Element | null {
  if (!address) return null;
  const country = address.country.toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw new PaymentFileError(`${whose} has no country code such as DE.`);
  return [
    'PstlAdr',
    optional('StrtNm', latinText(address.street, MAXIMUM_STREET)),
    optional('BldgNb', latinText(address.building, MAXIMUM_NUMBER)),
    optional('PstCd', latinText(address.postalCode, MAXIMUM_NUMBER)),
    ['TwnNm', latinName(address.town, MAXIMUM_TOWN, `${whose}: the town`)],
    ['Ctry', country],
  ];
}
