import type { User } from '@florin/contract';
import { amountOf, type FiatCode } from '@florin/money';
import type { Balance } from '../../ledger/index.ts';
import { moneyFields } from '../../platform/http/json-number.ts';

/** Who is signed in, as every command needs to know it. */
export type Member = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The address is shown to be the member's. */
  readonly emailConfirmed: boolean;
  readonly avatar: string | null;
  /** 0 new, 1 email confirmed, 2 identity verified. */
  readonly kycLevel: 0 | 1 | 2;
  readonly plan: User['plan'];
  readonly role: User['role'];
  readonly phone: string | null;
  /** A code that was sent to the number has been entered. */
  readonly phoneConfirmed: boolean;
  /** An authenticator app is on. For what needs a second factor, ask `hasFactor`. */
  readonly twoFactor: boolean;
  /** Has a second factor: an authenticator app or a passkey. */
  readonly hasFactor: boolean;
};

/** A member together with the session that asks. */
export type SignedIn = Member & {
  readonly sessionId: string;
  /** The session has shown a second factor within the last ten minutes. */
  readonly factorFresh: boolean;
  /** The session has shown the password within the last ten minutes; signing in with it counts. */
  readonly passwordFresh: boolean;
  /** Two operators reset the member's second factor: until then some calls are refused, in live. Null: none are. */
  readonly resetWaitUntil: Date | null;
};

/** The member has a second factor, and the session has shown none lately. */
export const owesFactor = ({ hasFactor, factorFresh }: SignedIn): boolean => hasFactor && !factorFresh;

export type MemberRow = Omit<Member, 'kycLevel' | 'emailConfirmed' | 'phoneConfirmed' | 'twoFactor' | 'hasFactor'> & {
  email_confirmed: boolean;
  phone_confirmed: boolean;
  kyc_level: Member['kycLevel'];
  two_factor: boolean;
  has_factor: boolean;
};

export const memberColumns = `u.id, u.email, u.name, u.avatar, u.kyc_level, u.plan, u.role, u.phone,
  u.two_factor_at is not null as two_factor,
  u.two_factor_at is not null or exists (select from passkeys p where p.user_id = u.id) as has_factor,
  u.email_confirmed_at is not null as email_confirmed, u.phone_confirmed_at is not null as phone_confirmed`;

export const memberOf = ({ id, email, name, avatar, plan, role, phone, ...row }: MemberRow): Member => ({
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
});

/** The member as the wire shows it, with what each wallet can spend. */
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
    balances: {
      ...moneyFields('usd', available('USD')),
      ...moneyFields('eur', available('EUR')),
      ...moneyFields('gbp', available('GBP')),
    },
  };
}
