import type { Transaction } from '@florin/contract';
import { Status } from '../../ui/status.tsx';

/** Completed green, pending yellow, anything else grey; the word capitalised (specification, section 4). */
export function TransactionStatus({ status }: Pick<Transaction, 'status'>) {
  return <Status tone={toneOf(status)}>{status.charAt(0).toUpperCase() + status.slice(1)}</Status>;
}

function toneOf(status: string): 'ok' | 'wait' | 'over' {
  if (status === 'completed') return 'ok';
  return status === 'pending' ? 'wait' : 'over';
}
