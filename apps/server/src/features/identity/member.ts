import type { User } from '@florin/contract';
import { amountOf, type FiatCode } from '@florin/money';
import type { Balance } from '../../ledger/index.ts';
import { moneyFields } from '../../platform/http/json-number.ts';

/** Who is signed in, as every command needs to know it. */
export type Member = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly avatar: string | null;
  /** 0 new, 1 email confirmed, 2 identity verified. */
  readonly kycLevel: 0 | 1 | 2;
  readonly plan: User['plan'];
};

/** The member as the wire shows it, with what each wallet can spend. */
export function userView(member: Member, balances: readonly Balance[]): User {
  const available = (code: FiatCode) =>
    amountOf(code, balances.find((balance) => balance.asset === code)?.available ?? 0n);
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    avatar: member.avatar,
    verified: member.kycLevel === 2,
    kyc_level: member.kycLevel,
    plan: member.plan,
    balances: {
      ...moneyFields('usd', available('USD')),
      ...moneyFields('eur', available('EUR')),
      ...moneyFields('gbp', available('GBP')),
    },
  };
}
