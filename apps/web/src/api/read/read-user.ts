import { businessRoles, type User } from '@florin/contract';
import { fieldsOf, money, optionalText, text, type Fields } from './read-value.ts';

/**
 * Reads the user. Defaults for fields beyond the specification require no action: a confirmed address, no second
 * factor, no operator role.
 */
export function readUser(json: unknown): User {
  const fields = fieldsOf(json, 'a user');
  const email = text(fields, 'email');
  const verified = fields['verified'] === true;
  return {
    name: text(fields, 'name'),
    email,
    avatar: optionalText(fields, 'avatar') || null,
    verified,
    balances: readBalances(fieldsOf(fields['balances'], 'balances')),
    id: optionalText(fields, 'id') ?? email,
    email_confirmed: fields['email_confirmed'] !== false,
    kyc_level: levelOf(fields['kyc_level']) ?? (verified ? 2 : 1),
    plan: planOf(fields['plan']),
    role: fields['role'] === 'operator' ? 'operator' : 'member',
    phone: optionalText(fields, 'phone') ?? null,
    ...(typeof fields['phone_confirmed'] === 'boolean' && { phone_confirmed: fields['phone_confirmed'] }),
    two_factor: fields['two_factor'] === true,
    ...(typeof fields['has_factor'] === 'boolean' && { has_factor: fields['has_factor'] }),
    ...(fields['business'] !== undefined && { business: readBusiness(fieldsOf(fields['business'], 'a business')) }),
  };
}

const levelOf = (level: unknown): User['kyc_level'] | undefined =>
  level === 0 || level === 1 || level === 2 ? level : undefined;

const planOf = (plan: unknown): User['plan'] => (plan === 'pro' || plan === 'business' ? plan : 'personal');

function readBusiness(fields: Fields): NonNullable<User['business']> {
  const role = businessRoles.find((each) => each === fields['role']) ?? 'viewer';
  const person = fieldsOf(fields['person'], 'a person');
  return {
    handle: text(fields, 'handle'),
    person: { id: text(person, 'id'), name: text(person, 'name'), email: text(person, 'email') },
    role,
  };
}

function readBalances(fields: Fields): User['balances'] {
  const [usd, usd_exact] = money(fields, 'usd', 'USD');
  const [eur, eur_exact] = money(fields, 'eur', 'EUR');
  const [gbp, gbp_exact] = money(fields, 'gbp', 'GBP');
  return { usd, eur, gbp, usd_exact, eur_exact, gbp_exact };
}

export function readSession(json: unknown): { token: string; user: User } {
  const fields = fieldsOf(json, 'a session');
  return { token: text(fields, 'token'), user: readUser(fields['user']) };
}
