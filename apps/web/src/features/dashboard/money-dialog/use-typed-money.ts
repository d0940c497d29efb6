import type { FiatCode } from '@florin/money';
import { useState } from 'react';
import { useTypedState } from '../../../api/use-typed-state.ts';

type TypedMoney = { readonly amount: string } & ({ readonly currency: FiatCode } | { readonly from: FiatCode });

const walletOf = (typed: TypedMoney) => ('from' in typed ? typed.from : typed.currency);

/**
 * The fields of a money dialog, and how they begin when it is opened: blank, but for what was typed for the same wallet
 * when the session ended. That is there once.
 */
export function useTypedMoney<T extends TypedMoney>(name: string, blank: T) {
  const [typed, setTyped] = useTypedState<T>(name, blank);
  const [isKept, setIsKept] = useState(typed.amount !== '');
  const begin = () => {
    if (!isKept || walletOf(typed) !== walletOf(blank)) setTyped(blank);
    setIsKept(false);
  };
  return { typed, setTyped, begin };
}
