import { endpoints, type Approval, type Client } from '@florin/contract';
import { afterPayment } from '../src/after-payment.ts';
import { keepApprovals } from '../src/features/approvals/jobs.ts';
import type { Bakery } from './bakery.ts';
import type { TestApp } from './test-app.ts';

/** Runs the job that announces, expires and finishes proposals. */
export const runApprovals = ({ app: { dependencies } }: Pick<TestApp, 'app'>): Promise<void> =>
  keepApprovals({ ...dependencies, afterPayment: afterPayment(dependencies) });

/** Pays the shop more than a payer may pay alone. Returns the id of the proposal. */
export async function propose({ payer, approver, shop }: Bakery): Promise<string> {
  const body = { recipient_email: shop.user.email, amount: '2000.00' };
  await payer.call(endpoints.sendMoney, { body });
  const [waiting] = await approver.call(endpoints.listApprovals, { query: {} });
  return waiting?.id ?? '';
}

/** Approves a proposal with a password, by default that of all test members. */
export const approve = (client: Client, id: string, password = 'correct horse battery'): Promise<Approval> =>
  client.call(endpoints.approve, { params: { id }, body: { password } });
