import type { Transaction } from '../api/read/answers.ts';

type Described = Pick<Transaction, 'status' | 'description'>;

/** Whether others in the business must approve the payment before it is made. Only the description says so. */
export const waitsForApproval = ({ status, description }: Described): boolean =>
  status === 'pending' && description.endsWith(' waits for approval');
