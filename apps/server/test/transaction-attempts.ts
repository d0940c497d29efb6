import { endpoints } from '@florin/contract';
import type { Attempt } from './business-attempts.ts';

type OwnTransactions = { readonly transactionId: string; readonly waitingId: string };

/** Every call that takes the id of a transaction. */
export const transactionAttempts = (own: () => OwnTransactions): Record<string, Attempt> => ({
  'canceling a pending transaction': {
    endpoint: endpoints.cancelTransaction,
    id: () => own().waitingId,
    call: (client, id) => client.call(endpoints.cancelTransaction, { params: { id } }),
  },
  'canceling a completed transaction': {
    endpoint: endpoints.cancelTransaction,
    id: () => own().transactionId,
    call: (client, id) => client.call(endpoints.cancelTransaction, { params: { id } }),
  },
  'reading a transaction': {
    endpoint: endpoints.getTransaction,
    id: () => own().transactionId,
    call: (client, id) => client.call(endpoints.getTransaction, { params: { id } }),
  },
  'opening a receipt': {
    endpoint: endpoints.getReceipt,
    id: () => own().transactionId,
    call: (client, id) => client.open(endpoints.getReceipt, { params: { id } }),
  },
  'proving a transaction': {
    endpoint: endpoints.getTransactionProof,
    id: () => own().transactionId,
    call: (client, id) => client.call(endpoints.getTransactionProof, { params: { id }, query: {} }),
  },
});
