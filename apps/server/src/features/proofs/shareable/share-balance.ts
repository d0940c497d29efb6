import { toDecimal, type FiatCode } from '@florin/money';
import type { BodyOf, Endpoints } from '@florin/contract';
import type { Ledger } from '../../../ledger/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Member } from '../../identity/index.ts';
import { readAmount } from '../../wallets/index.ts';
import { issueStatement, type Issuing } from './issuer.ts';

type Dependencies = Issuing & { readonly ledger: Pick<Ledger, 'balancesOf'> };

/**
 * States that the available balance of a wallet is at least an amount now. One read is enough, because money may move
 * right after the statement, even if the account were locked before. Refusals: `invalid_amount`, `balance_too_low`.
 */
export async function shareBalance(
  dependencies: Dependencies,
  member: Member,
  { currency, at_least, days }: BodyOf<Endpoints['shareBalance']>,
) {
  const amount = readAmount<FiatCode>(currency, at_least, 'at_least');
  const balances = await dependencies.ledger.balancesOf(member.id);
  const available = balances.find(({ asset }) => asset === currency)?.available ?? 0n;
  if (available < amount.units) {
    const sentence = 'The available balance is lower than this.';
    throw new Refusal('balance_too_low', sentence, { fields: { at_least: sentence } });
  }
  return issueStatement(dependencies, {
    vct: 'urn:florin:balance-at-least:1',
    days,
    claims: { currency, at_least: toDecimal(amount) },
    disclosable: { holder: namedMember(member) },
  });
}

/**
 * Returns the account's name as a claim. The reader learns whether a check of the identity or business has confirmed
 * the name.
 */
export const namedMember = ({ name, kycLevel, acts }: Pick<Member, 'name' | 'kycLevel' | 'acts'>) =>
  namedClaim({ name, verified: kycLevel === 2, isBusiness: acts !== undefined });

type Named = { readonly name: string; readonly verified: boolean; readonly isBusiness: boolean };

export const namedClaim = ({ name, verified, isBusiness }: Named) => ({
  name,
  verified,
  ...(isBusiness && { business: true }),
});
