import { balanceMethods, type PaymentMethod, type Wallet } from '@florin/contract';
import { fiatCodes, type Amount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { fromExact } from '../api/exact.ts';
import { walletsQuery } from '../api/queries.ts';

/**
 * Returns the wallets that can pay for coins and receive sale proceeds, the USD wallet first. Returns an empty list
 * until the wallets have loaded. If the server sends only balances, only the USD wallet can trade.
 */
export function useTradeWallets(): readonly Wallet[] {
  const { data = [] } = useQuery(walletsQuery);
  return data.filter(({ currency, balanceOnly = false }) => currency === 'USD' || !balanceOnly);
}

/** Returns a function that looks up the available balance of a trade wallet. */
export function useAvailable(): (currency: FiatCode) => Amount<FiatCode> | undefined {
  const wallets = useTradeWallets();
  return (code) => {
    const wallet = wallets.find(({ currency }) => currency === code);
    return wallet && fromExact(wallet.currency, wallet.available_exact);
  };
}

/** Returns the id of the payment method that represents a wallet. */
const methodIdOf = (currency: FiatCode): string =>
  Object.entries(balanceMethods).find(([, code]) => code === currency)?.[0] ?? '';

/** Appends the EUR and GBP wallets to the payment methods if they hold money or are selected. */
export function withBalances(
  methods: readonly PaymentMethod[],
  wallets: readonly Wallet[],
  chosenId: string | undefined,
): readonly PaymentMethod[] {
  const others = fiatCodes.filter(
    (code) => code !== 'USD' && (holdsMoney(wallets, code) || chosenId === methodIdOf(code)),
  );
  return [
    ...methods,
    ...others.map((code) => ({
      id: methodIdOf(code),
      type: 'balance' as const,
      label: `${code} balance`,
      is_default: false,
    })),
  ];
}

const holdsMoney = (wallets: readonly Wallet[], code: FiatCode) =>
  wallets.some(({ currency, available_exact }) => currency === code && /[1-9]/.test(available_exact));
