import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { makeKey } from './api-keys.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { addWebhook, deliverAll } from './webhooks.ts';
import { issueInvoice } from './write-invoice.ts';

/** Rows that no call creates for a person's account. */
const rows = [
  `insert into kyc_cases (user_id, next_check_at) values ($1, now())`,
  `insert into businesses (id, handle, details, opened_by) values ($1::uuid, 'due-' || right($1::text, 12), '', $1::uuid)`,
  `insert into business_invitations (id, business_id, email, role, token_hash, invited_by)
   values (gen_random_uuid(), $1::uuid, 'late@florin.example', 'viewer', decode(md5($1::text), 'hex'), $1::uuid)`,
  `insert into approvals (id, business_id, kind, content, shown, needed, approvers, proposed_by)
   values (gen_random_uuid(), $1, 'rules', '{}', '{}', 1, '{}', $1)`,
  `update webhooks set sealed_old_secret = '', old_secret_until = now() where user_id = $1`,
];

/** Gives a member at least one row of everything that becomes due. */
export async function fillDueTimes(florin: TestApp, member: TestMember, receiver: string): Promise<void> {
  const { client } = member;
  const exchange = { kind: 'exchange', from: 'USD', to: 'EUR', amount: '10.00' } as const;
  await addWebhook(member, receiver);
  await client.call(endpoints.requestMoney, { body: { amount: '5.00', recipient_email: 'x@florin.example' } });
  await client.call(endpoints.sendMoney, { body: { recipient_email: `${randomUUID()}@x.example`, amount: '5.00' } });
  await issueInvoice(member, { customer: { name: 'Acme Ltd', email: `${randomUUID()}@acme.example` } });
  await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await client.call(endpoints.createQuote, { body: exchange });
  const { key } = await makeKey(florin, client);
  await client.call(endpoints.rotateKey, { params: { id: key.id }, body: {} });
  await deliverAll(florin);
  for (const row of rows) await florin.database.ownerPool.query(row, [member.user.id]);
}
