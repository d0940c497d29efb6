import { demoLogin } from '@florin/contract';

/** The sandbox's demo accounts. Their history is created through the same commands that users run. */

export type Character = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly kycLevel: 0 | 1 | 2;
  readonly plan: 'personal' | 'pro' | 'business';
  readonly role?: 'operator';
  /** Has a bank account in addition to the card. */
  readonly banks?: true;
};

const password = 'sandbox-florin';

export const ines = { name: 'Ines Almeida', ...demoLogin, kycLevel: 2, plan: 'business', banks: true } as const;
export const jonas = {
  name: 'Jonas Weber',
  email: 'jonas.weber@florin.example',
  password,
  kycLevel: 1,
  plan: 'pro',
} as const;
export const amara = {
  name: 'Amara Nwosu',
  email: 'amara.nwosu@florin.example',
  password,
  kycLevel: 2,
  plan: 'personal',
} as const;
export const lea = {
  name: 'Léa Moreau',
  email: 'lea.moreau@florin.example',
  password,
  kycLevel: 1,
  plan: 'personal',
} as const;
export const hana = {
  name: 'Hana Sato',
  email: 'hana.sato@florin.example',
  password,
  kycLevel: 1,
  plan: 'personal',
} as const;
export const tomas = {
  name: 'Tomás Rivera',
  email: 'tomas.rivera@florin.example',
  password,
  kycLevel: 1,
  plan: 'personal',
} as const;
const operator = {
  name: 'Olu Adeyemi',
  email: 'operator@florin.example',
  password,
  kycLevel: 2,
  plan: 'personal',
  role: 'operator',
} as const;

/** Approves the first operator's proposals, so that visitors can try the approval of a proposal. */
const secondOperator = {
  name: 'Nadia Haddad',
  email: 'second.operator@florin.example',
  password,
  kycLevel: 2,
  plan: 'personal',
  role: 'operator',
} as const;

export const cast: readonly Character[] = [ines, jonas, amara, lea, hana, tomas, operator, secondOperator];
