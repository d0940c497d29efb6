import type { BusinessDetails, BusinessFile, BusinessPeople, BusinessRole, OwnBusiness } from '@florin/contract';

export type Person = BusinessPeople['people'][number];

export const formNames: Readonly<Record<BusinessDetails['form'], string>> = {
  company: 'Company',
  partnership: 'Partnership',
  sole_trader: 'Sole trader',
  nonprofit: 'Nonprofit',
  other: 'Other',
};

export const fileNames: Readonly<Record<BusinessFile['kind'], { title: string; about: string }>> = {
  registration: { title: 'Registration', about: 'Extract of the register, or the certificate of incorporation' },
  ownership: { title: 'Ownership', about: 'List of shareholders, if the register does not name them' },
  address: { title: 'Address', about: 'Utility bill or bank statement of the last three months' },
};

/** The rights of a person with the role. */
export const roleAbouts: Readonly<Record<BusinessRole, string>> = {
  owner: 'Does everything, and makes other people owners.',
  admin: 'Makes payments and manages people, bank accounts and settings.',
  payer: 'Sees everything and makes payments.',
  approver: 'Sees everything and approves payments of others.',
  accountant: 'Sees everything and exports history and statements.',
  viewer: 'Sees balances, history and people.',
};

export const stateBadges: Readonly<
  Record<OwnBusiness['state'], { tone: 'plain' | 'ok' | 'wait' | 'low' | 'bad'; text: string }>
> = {
  draft: { tone: 'plain', text: 'Not verified' },
  pending: { tone: 'wait', text: 'In review' },
  needs_more: { tone: 'low', text: 'Needs more' },
  verified: { tone: 'ok', text: 'Verified' },
  denied: { tone: 'bad', text: 'Denied' },
};

/** Suggests the short name in the address from the name: `Müller & Söhne GmbH` becomes `muller-sohne-gmbh`. */
export const handleFor = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
