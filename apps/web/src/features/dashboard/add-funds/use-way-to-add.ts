import { useState } from 'react';
import { useOnOpen } from '../money-dialog/use-on-open.ts';
import type { Deposit } from './use-deposit.ts';
import type { SimulatedTransfer } from './use-simulated-transfer.ts';

/** `card` means the payment methods: cards and bank accounts from which the server takes the money. */
export type WayToAdd = 'card' | 'transfer';

type WayToAddProps = {
  open: boolean;
  deposit: Deposit;
  transfer: SimulatedTransfer;
  /** False if the server has no bank account to transfer to. */
  canTransfer: boolean;
  /** False if the server takes money from no card or bank account. */
  canDeposit: boolean;
};

/**
 * Chooses between the two ways to add money. The choice stays while it has a deposit under way or the result of a
 * deposit.
 */
export function useWayToAdd({ open, deposit, transfer, canTransfer, canDeposit }: WayToAddProps) {
  const [chosen, choose] = useState<WayToAdd>('card');
  useOnOpen(open, () => choose('card'));
  const isTransferring = transfer.busy || transfer.arrived !== undefined;
  return { way: wayOf(), choose, isOffered: canTransfer && canDeposit };

  function wayOf(): WayToAdd {
    if (deposit.stage.name !== 'entry') return 'card';
    if (isTransferring) return 'transfer';
    return canTransfer && (chosen === 'transfer' || !canDeposit) ? 'transfer' : 'card';
  }
}
