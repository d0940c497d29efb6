import { randomUUID } from 'node:crypto';
import { createClient, endpoints, usdBalanceMethodId, type Client, type User } from '@florin/contract';

/** A member with an account, and an API client for the account. */
export type Member = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly user: User;
  readonly api: Client;
};

export type Given = {
  readonly name?: string;
  /** Confirms the address if the product requires it. */
  readonly confirmed?: true;
  /** Amounts to add from a card, by currency. */
  readonly funds?: Partial<Record<'USD' | 'EUR' | 'GBP', string>>;
  /** Dollars to spend on coins by symbol. The balance pays these dollars plus the fee. */
  readonly coins?: Readonly<Record<string, string>>;
};

export const password = 'florin-test-1494';

export const uniqueEmail = (word = 'nora') => `${word}-${randomUUID().slice(0, 8)}@florin.example`;

export const clientOf = (origin: string, token: string | null): Client =>
  createClient({ origin, fetch, token: () => token });

/** Opens an account through the API. Adds a Visa card only if funds are given. */
export async function openAccount(
  origin: string,
  { name = 'Nora Lind', confirmed, funds, coins }: Given = {},
): Promise<Member> {
  const email = uniqueEmail();
  const { token, user } = await clientOf(origin, null).call(endpoints.signup, { body: { name, email, password } });
  const api = clientOf(origin, token);
  if (confirmed && !user.email_confirmed) await confirmEmail(api, email);
  const member = { name, email, password, token, user: confirmed ? await api.call(endpoints.me) : user, api };
  if (funds) await addFunds(member, funds);
  for (const [symbol, amount] of Object.entries(coins ?? {})) await buy(member, symbol, amount);
  return member;
}

/** Confirms the address with the mailed link, in the member's session. */
export async function confirmEmail(api: Client, email: string) {
  await api.call(endpoints.confirmEmail, { body: { token: await confirmationToken(api, email) } });
}

export async function confirmationToken(api: Client, email: string): Promise<string> {
  const mails = await api.call(endpoints.listCaughtMails, { query: { to: email } });
  const link = mails.map((mail) => mail.link ?? '').find((each) => each.includes('/confirm-email#'));
  return link?.split('#')[1] ?? '';
}

export async function addFunds({ api }: Pick<Member, 'api'>, funds: Given['funds'] = {}) {
  const methods = await api.call(endpoints.listPaymentMethods);
  const card = methods.find(({ type }) => type === 'card') ?? (await addCard(api, 'tok_visa'));
  for (const currency of ['USD', 'EUR', 'GBP'] as const) {
    const amount = funds[currency];
    if (amount !== undefined)
      await api.call(endpoints.addFunds, { body: { amount, currency, payment_method_id: card.id } });
  }
}

export const addCard = (api: Client, token: string) => api.call(endpoints.addPaymentMethod, { body: { token } });

export const buy = ({ api }: Pick<Member, 'api'>, symbol: string, amount: string) =>
  api.call(endpoints.buyCoins, {
    body: { crypto_symbol: symbol, amount_usd: amount, payment_method_id: usdBalanceMethodId },
  });

export const send = ({ api }: Member, to: Pick<Member, 'email'>, amount: string, note?: string) =>
  api.call(endpoints.sendMoney, {
    body: { recipient_email: to.email, amount, currency: 'USD', ...(note === undefined ? {} : { note }) },
  });
