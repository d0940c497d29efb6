import type { Transaction } from '../api/read/answers.ts';

type Described = Pick<Transaction, 'status' | 'description'>;

/** Whether other people in the business must approve the payment first. Only the description contains this fact. */
export const waitsForApproval = ({ status, description }: Described): boolean =>
  status === 'pending' && description.endsWith(' waits for approval');
