import { endpoints, type BodyOf, type Endpoints, type PaymentRequest } from '@florin/contract';
import type { TestApp, TestMember } from './test-app.ts';

/** Requests money through the HTTP interface, from a member or by a payment link. */
export const askForMoney = (
  { client }: TestMember,
  from: TestMember | undefined,
  amount = '24.00',
  more: Partial<BodyOf<Endpoints['requestMoney']>> = {},
  idempotencyKey?: string,
): Promise<PaymentRequest> =>
  client.call(
    endpoints.requestMoney,
    { body: { amount, ...(from ? { recipient_email: from.user.email } : {}), ...more } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

type Request = Pick<PaymentRequest, 'id'>;

export const pay = ({ client }: TestMember, { id }: Request) => client.call(endpoints.payRequest, { params: { id } });
export const decline = ({ client }: TestMember, { id }: Request) =>
  client.call(endpoints.declineRequest, { params: { id } });
export const cancel = ({ client }: TestMember, { id }: Request) =>
  client.call(endpoints.cancelRequest, { params: { id } });
export const remind = ({ client }: TestMember, { id }: Request) =>
  client.call(endpoints.remindOfRequest, { params: { id } });
export const read = ({ client }: TestMember, { id }: Request) =>
  client.call(endpoints.getPaymentRequest, { params: { id } });

export const requestsOf = ({ client }: TestMember, state?: PaymentRequest['state']) =>
  client.call(endpoints.listPaymentRequests, { query: state ? { state } : {} });

/** Moves all times of a request back by this many hours. */
export async function letTimePass({ database }: TestApp, { id }: Request, hours: number): Promise<void> {
  await database.ownerPool.query(
    `update payment_requests
     set created_at = created_at - make_interval(hours => $2), expires_at = expires_at - make_interval(hours => $2),
         reminded_at = reminded_at - make_interval(hours => $2)
     where id = $1`,
    [id, hours],
  );
}

export type MailTo = { subject: string; body: string; link: string | null };

/** Returns the caught mails to an address, oldest first. */
export async function mailsTo({ client }: TestApp, email: string): Promise<MailTo[]> {
  const mails = await client.call(endpoints.listCaughtMails, { query: { to: email } });
  return mails.map(({ subject, text, link }) => ({ subject, body: text, link })).toReversed();
}
