import { balanceMethods, type PaymentMethod, type Wallet } from '@florin/contract';
import { fiatCodes, type Amount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { fromExact } from '../api/exact.ts';
import { walletsQuery } from '../api/queries.ts';

/**
 * The wallets that can pay for coins and be paid for them, the dollar's first; none before they are known. A server that
 * names balances alone trades in dollars.
 */
export function useTradeWallets(): readonly Wallet[] {
  const { data = [] } = useQuery(walletsQuery);
  return data.filter(({ currency, balanceOnly = false }) => currency === 'USD' || !balanceOnly);
}

/** What can be spent of each of them. */
export function useAvailable(): (currency: FiatCode) => Amount<FiatCode> | undefined {
  const wallets = useTradeWallets();
  return (asked) => {
    const wallet = wallets.find(({ currency }) => currency === asked);
    return wallet && fromExact(wallet.currency, wallet.available_exact);
  };
}

/** The id of the method that stands for a wallet. */
const methodIdOf = (currency: FiatCode): string =>
  Object.entries(balanceMethods).find(([, code]) => code === currency)?.[0] ?? '';

/** The methods, and after the USD balance the other wallets that hold something to pay with, or that are chosen. */
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
