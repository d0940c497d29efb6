import type { FiatCode } from '@florin/money';
import { useState } from 'react';
import { useTypedState } from '../../../api/use-typed-state.ts';

type TypedMoney = { readonly amount: string } & ({ readonly currency: FiatCode } | { readonly from: FiatCode });

const walletOf = (typed: TypedMoney) => ('from' in typed ? typed.from : typed.currency);

/**
 * Holds the fields of a money dialog. `begin` clears them when the dialog opens. Fields restored from an expired
 * session survive the first opening if they belong to the same wallet.
 */
export function useTypedMoney<T extends TypedMoney>(name: string, blank: T) {
  const [typed, setTyped] = useTypedState<T>(name, blank);
  const [isRestored, setIsRestored] = useState(typed.amount !== '');
  const begin = () => {
    if (!isRestored || walletOf(typed) !== walletOf(blank)) setTyped(blank);
    setIsRestored(false);
  };
  return { typed, setTyped, begin };
}
