import type { BusinessRole, KeyScope, User } from '@florin/contract';
import { amountOf, type FiatCode } from '@florin/money';
import type { Balance } from '../../ledger/index.ts';
import { moneyFields } from '../../platform/http/json-number.ts';

/** The person who acts for a business. */
export type ActingPerson = {
  readonly handle: string;
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly role: BusinessRole;
};

/** The API key of a call, with its limits. */
export type CallingKey = {
  readonly id: string;
  readonly scopes: readonly KeyScope[];
  /** The only wallet for payments and requests. Null for all. */
  readonly wallet: FiatCode | null;
  /** The only addresses for payments. Empty for all. */
  readonly recipients: readonly string[];
  /** The maximum that payments may send, in US cents, without fees. Null for no cap. */
  readonly caps: { readonly payment: bigint | null; readonly day: bigint | null; readonly month: bigint | null };
  /** The only networks from which calls may come, in CIDR notation. Empty for all. */
  readonly networks: readonly string[];
};

/** The data of a member that every command needs. */
export type Member = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The member opened the link that was mailed to the address. */
  readonly emailConfirmed: boolean;
  readonly avatar: string | null;
  /** 0 is a new member, 1 has a confirmed email, 2 has a verified identity. */
  readonly kycLevel: 0 | 1 | 2;
  readonly plan: User['plan'];
  readonly role: User['role'];
  readonly phone: string | null;
  /** The member entered the code that was sent to the number. */
  readonly phoneConfirmed: boolean;
  /** Whether an authenticator app is on. Use `hasFactor` to check for any second factor. */
  readonly twoFactor: boolean;
  /** Whether the member has a second factor: an authenticator app or a passkey. */
  readonly hasFactor: boolean;
  /** Whether the member owes money and may not send or withdraw. */
  readonly restricted: boolean;
  /** Set if the member is a business. */
  readonly acts?: ActingPerson;
  /** Set if the caller is a program with an API key. The second factor belongs to the key's maker. */
  readonly key?: CallingKey;
};

/** A member with the session of the call. For a business, the session and the second factor are the person's. */
export type SignedIn = Member & {
  readonly sessionId: string;
  /** Whether a second factor was confirmed in this session in the last ten minutes. */
  readonly factorFresh: boolean;
  /** Whether the password was entered in this session in the last ten minutes. The sign-in counts. */
  readonly passwordFresh: boolean;
  /**
   * The end of the wait after two operators reset the second factor. Until then live mode rejects some calls. Null
   * without a wait.
   */
  readonly resetWaitUntil: Date | null;
};

/** A member who pays: with the session or API key of a call, or through a job without either. */
export type Payer = Member & Partial<Pick<SignedIn, 'sessionId'>>;

/** Returns whether the call needs two-factor confirmation first. */
export const needsFactor = ({ hasFactor, factorFresh }: SignedIn): boolean => hasFactor && !factorFresh;

export type MemberRow = Omit<Member, 'kycLevel' | 'emailConfirmed' | 'phoneConfirmed' | 'twoFactor' | 'hasFactor'> & {
  email_confirmed: boolean;
  phone_confirmed: boolean;
  kyc_level: Member['kycLevel'];
  two_factor: boolean;
  has_factor: boolean;
};

/** SQL: whether the member of this alias has a second factor. */
export const hasFactorOf = (alias: 'u' | 'm') =>
  `(${alias}.two_factor_at is not null or exists (select from passkeys p where p.user_id = ${alias}.id))`;

export const memberColumns = `u.id, u.email, u.name, u.avatar, u.kyc_level, u.plan, u.role, u.phone,
  u.two_factor_at is not null as two_factor,
  ${hasFactorOf('u')} as has_factor,
  u.restricted_at is not null as restricted,
  u.email_confirmed_at is not null as email_confirmed, u.phone_confirmed_at is not null as phone_confirmed`;

export const memberOf = ({ id, email, name, avatar, plan, role, phone, restricted, ...row }: MemberRow): Member => ({
  id,
  email,
  name,
  emailConfirmed: row.email_confirmed,
  avatar,
  kycLevel: row.kyc_level,
  plan,
  role,
  phone,
  phoneConfirmed: row.phone_confirmed,
  twoFactor: row.two_factor,
  hasFactor: row.has_factor,
  restricted,
});

/**
 * Returns the id of the person who acts: the member, or the person who acts for the business, even through an API key.
 */
export const personOf = ({ id, acts }: { id: string; acts?: ActingPerson | undefined }): string =>
  acts?.person.id ?? id;

/** Returns the member as the API shows it, with the available balance of each wallet. */
export function userView(member: Member, balances: readonly Balance[]): User {
  const available = (code: FiatCode) =>
    amountOf(code, balances.find((balance) => balance.asset === code)?.available ?? 0n);
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    email_confirmed: member.emailConfirmed,
    avatar: member.avatar,
    verified: member.kycLevel === 2,
    kyc_level: member.kycLevel,
    plan: member.plan,
    role: member.role,
    phone: member.phone,
    phone_confirmed: member.phoneConfirmed,
    two_factor: member.twoFactor,
    has_factor: member.hasFactor,
    ...(member.acts ? { business: member.acts } : {}),
    balances: {
      ...moneyFields('usd', available('USD')),
      ...moneyFields('eur', available('EUR')),
      ...moneyFields('gbp', available('GBP')),
    },
  };
}
