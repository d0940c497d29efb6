import * as z from 'zod/mini';
import type { TestApp, TestMember } from './test-app.ts';

// Readers for answers to calls that were made without the client.

export const idOf = (answer: unknown) => z.parse(z.object({ id: z.string() }), answer).id;
export const idsOf = (answer: unknown) => z.parse(z.array(z.object({ id: z.string() })), answer).map(({ id }) => id);
export const linkOf = (mails: unknown) => z.parse(z.array(z.object({ link: z.string() })), mails)[0]?.link ?? '';
export const sessionOf = (answer: unknown) =>
  z.parse(z.object({ token: z.string(), user: z.object({ email: z.string() }) }), answer);
export const challengeOf = (answer: unknown) =>
  z.parse(z.object({ challenge_id: z.string(), options: z.record(z.string(), z.unknown()) }), answer);
export const filesOf = (answer: unknown) =>
  z.parse(z.object({ files: z.array(z.object({ id: z.string() })) }), answer).files;
export const batchOf = (answer: unknown) => z.parse(z.object({ batch: z.object({ id: z.string() }) }), answer).batch.id;
export const webhookOf = (answer: unknown) =>
  z.parse(z.object({ webhook: z.object({ id: z.string() }) }), answer).webhook.id;
export const deliveryOf = (answer: unknown) =>
  z.parse(z.object({ deliveries: z.array(z.object({ id: z.string() })) }), answer).deliveries[0]?.id ?? '';
export const unallocatedOf = (answer: unknown) =>
  z.parse(z.object({ unallocated: z.array(z.object({ id: z.string() })) }), answer).unallocated.at(-1)?.id ?? '';

/** Gives the member a former address that still reaches them. */
export const hadAddress = ({ database }: TestApp, { user }: TestMember, email: string) =>
  database.ownerPool.query('insert into former_addresses (email, user_id) values ($1, $2)', [email, user.id]);
