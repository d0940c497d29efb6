import type { Amount } from '@florin/money';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { BalanceMask } from '../../wallet-ui/balance-mask.tsx';
import { areBalancesHidden, storeBalancesHidden } from './balance-privacy.ts';

type HiddenBalances = { hidden: boolean; setHidden: (hidden: boolean) => void };

const HiddenBalancesContext = createContext<HiddenBalances>({ hidden: false, setHidden: () => {} });

/** Provides whether the dashboard masks amounts. Amounts are shown by default; the browser stores the choice. */
export function HiddenBalancesProvider({ children }: { children: ReactNode }) {
  const [hidden, setHiddenNow] = useState(areBalancesHidden);
  const setHidden = (next: boolean) => {
    setHiddenNow(next);
    storeBalancesHidden(next);
  };
  return <HiddenBalancesContext value={{ hidden, setHidden }}>{children}</HiddenBalancesContext>;
}

export const useHiddenBalances = () => useContext(HiddenBalancesContext);

/** Shows an amount, or a mask if balances are hidden. */
export function PrivateAmount({ amount }: { amount: Amount }) {
  return (
    <BalanceMask hidden={useHiddenBalances().hidden}>
      <AmountText amount={amount} />
    </BalanceMask>
  );
}
