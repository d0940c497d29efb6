import { demoLogin, type KycForm } from '@florin/contract';

/** The sandbox's people. Their story is told through the same commands that users use. */

export type Character = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly kycLevel: 0 | 1 | 2;
  readonly plan: 'personal' | 'pro' | 'business';
  readonly role?: 'operator';
};

const password = 'sandbox-florin';

export const ines = { name: 'Ines Almeida', ...demoLogin, kycLevel: 2, plan: 'business' } as const;
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

export const cast: readonly Character[] = [ines, jonas, amara, lea, hana, tomas, operator];

/** What somebody enters to verify their identity, and what the automatic check leaves to an operator. */
export type Papers = { readonly form: KycForm; readonly notes: readonly string[] };

export type Scene =
  | { readonly does: 'shows papers'; readonly who: Character; readonly papers: Papers }
  | {
      readonly does: 'adds funds';
      readonly who: Character;
      readonly amount: string;
      readonly currency: 'USD' | 'EUR' | 'GBP';
    }
  | {
      readonly does: 'sends';
      readonly who: Character;
      readonly to: Character;
      readonly amount: string;
      readonly currency: 'USD' | 'EUR' | 'GBP';
      readonly note?: string;
    }
  | { readonly does: 'buys'; readonly who: Character; readonly symbol: string; readonly amount: string }
  | { readonly does: 'sells'; readonly who: Character; readonly symbol: string; readonly share: bigint }
  | { readonly does: 'writes down'; readonly who: Character; readonly whom: Character; readonly favorite: boolean }
  | {
      readonly does: 'asks';
      readonly who: Character;
      readonly from: Character;
      readonly amount: string;
      readonly currency: 'USD' | 'EUR' | 'GBP';
      readonly note: string;
    };

const leasPapers: Papers = {
  form: {
    first_name: 'Léa',
    last_name: 'Moreau',
    date_of_birth: '1994-05-21',
    street_address: '14 rue des Lilas',
    city: 'Lyon',
    country: 'FR',
    postal_code: '69003',
    id_type: 'national_id',
    id_number: 'D2H6862M2',
  },
  notes: ['The name could not be read from the document.'],
};
const tomasPapers: Papers = {
  form: {
    first_name: 'Tomás',
    last_name: 'Rivera',
    date_of_birth: '1988-11-02',
    street_address: 'Calle de la Palma 41, 2.º',
    city: 'Madrid',
    country: 'ES',
    postal_code: '28004',
    id_type: 'passport',
    id_number: 'PAB204816',
  },
  notes: ['The selfie and the photo page are less alike than usual.'],
};

/** In the order it happens. A sale names the share of the holding that goes, in percent. */
export const story: readonly Scene[] = [
  { does: 'adds funds', who: ines, amount: '25000.00', currency: 'USD' },
  { does: 'adds funds', who: ines, amount: '20000.00', currency: 'USD' },
  { does: 'adds funds', who: ines, amount: '1964.80', currency: 'EUR' },
  { does: 'adds funds', who: ines, amount: '452.86', currency: 'GBP' },
  { does: 'adds funds', who: jonas, amount: '1850.00', currency: 'USD' },
  { does: 'adds funds', who: amara, amount: '3600.00', currency: 'EUR' },
  { does: 'adds funds', who: lea, amount: '900.00', currency: 'EUR' },
  { does: 'buys', who: ines, symbol: 'BTC', amount: '13200.00' },
  { does: 'buys', who: ines, symbol: 'ETH', amount: '9800.00' },
  { does: 'buys', who: ines, symbol: 'SOL', amount: '6900.00' },
  { does: 'buys', who: ines, symbol: 'LINK', amount: '2400.00' },
  { does: 'buys', who: jonas, symbol: 'BTC', amount: '400.00' },
  { does: 'sends', who: jonas, to: ines, amount: '64.50', currency: 'USD', note: 'Train tickets' },
  { does: 'sends', who: ines, to: lea, amount: '40.00', currency: 'GBP', note: 'Museum' },
  { does: 'sells', who: ines, symbol: 'SOL', share: 10n },
  { does: 'sends', who: amara, to: ines, amount: '1250.00', currency: 'EUR', note: 'Invoice 2026-114' },
  { does: 'buys', who: ines, symbol: 'BTC', amount: '500.00' },
  { does: 'sends', who: ines, to: jonas, amount: '100.00', currency: 'USD', note: 'Dinner on Friday' },
  { does: 'writes down', who: ines, whom: jonas, favorite: true },
  { does: 'writes down', who: ines, whom: hana, favorite: true },
  { does: 'writes down', who: ines, whom: amara, favorite: false },
  { does: 'writes down', who: ines, whom: tomas, favorite: false },
  { does: 'asks', who: hana, from: ines, amount: '24.00', currency: 'USD', note: 'Concert ticket' },
  { does: 'asks', who: ines, from: tomas, amount: '38.50', currency: 'USD', note: 'Dinner on Saturday' },
  { does: 'shows papers', who: lea, papers: leasPapers },
  { does: 'shows papers', who: tomas, papers: tomasPapers },
];
