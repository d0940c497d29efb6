import {
  endpoints,
  usdBalanceMethodId,
  type BalanceHistory,
  type FirstSteps,
  type KycDraft,
  type NotificationPreferences,
  type PaymentMethod,
  type User,
  type Wallet,
} from '@florin/contract';
import { api } from './client.ts';
import { orFallback } from './not-offered.ts';
import { AnswerUnreadable } from './read/read-value.ts';

// Fallback data for servers that do not support the calls beyond the specification.

/**
 * A wallet. `balanceOnly` marks a wallet that was derived from the user's balances. Without real wallets, coins are
 * traded for USD only.
 */
export type WalletOrBalance = Wallet & { readonly balanceOnly?: boolean };

/** Returns the wallets, or wallets derived from the user's balances, without held money. */
export async function walletsOrBalances(wallets: Promise<Wallet[]>, signal: AbortSignal): Promise<WalletOrBalance[]> {
  const ofUser = async () => walletsOf(await api.call(endpoints.me, {}, { signal }));
  const listed = await orFallback(wallets, ofUser).catch((error: unknown) => {
    if (error instanceof AnswerUnreadable) return ofUser();
    throw error;
  });
  return listed.length === 0 ? ofUser() : listed;
}

const walletsOf = ({ balances }: User): WalletOrBalance[] =>
  [
    walletWith('USD', balances.usd, balances.usd_exact),
    walletWith('EUR', balances.eur, balances.eur_exact),
    walletWith('GBP', balances.gbp, balances.gbp_exact),
  ].map((wallet) => ({ ...wallet, balanceOnly: true }));

export const emptyWallet = (code: Wallet['currency']) => walletWith(code, 0, '0.00');

const walletWith = (currency: Wallet['currency'], balance: number, balance_exact: string): Wallet => ({
  currency,
  balance,
  balance_exact,
  held: 0,
  held_exact: '0.00',
  available: balance,
  available_exact: balance_exact,
});

export const usdBalanceAlone = (): PaymentMethod[] => [
  { id: usdBalanceMethodId, type: 'balance', label: 'USD balance', is_default: true },
];

export const nothingToDo = (): FirstSteps => ({ added_funds: true, sent_or_bought: true });

export const noHistory = (range: BalanceHistory['range']): BalanceHistory => ({
  range,
  every_seconds: 86_400,
  points: [],
});

const everyChannel = { email: true, push: true, sms: true };

/** The specification's defaults. Without server support, changes stay on the page. */
export const defaultPreferences = (): NotificationPreferences => ({
  email: true,
  push: true,
  sms: false,
  topics: {
    money_in: everyChannel,
    money_out: everyChannel,
    trades: everyChannel,
    requests: everyChannel,
    account: everyChannel,
    security: everyChannel,
  },
  sms_available: true,
  push_key: null,
});

/** A verification draft. `formOnly` marks a server without uploads and stored drafts. */
export type DraftOrForm = KycDraft & { readonly formOnly?: boolean };

export const formOnly = (): DraftOrForm => ({ form: {}, files: [], formOnly: true });
