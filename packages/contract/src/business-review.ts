import * as z from 'zod/mini';
import { businessDetails, businessFile } from './businesses.ts';
import { endpoint } from './endpoint.ts';
import { reason } from './proposals.ts';
import { id, timestamp } from './wire.ts';

export const businessCase = z.object({
  id,
  name: z.string(),
  handle: z.string(),
  email: z.string(),
  submitted_at: timestamp,
  /** The email address of the person who opened the business. */
  opened_by: z.string(),
  details: businessDetails,
  files: z.array(businessFile),
});
export type BusinessCase = z.infer<typeof businessCase>;

export const listBusinessCases = endpoint({
  method: 'GET',
  path: '/operations/businesses',
  summary: 'List the businesses that wait for verification, oldest first. The access is recorded in the audit trail',
  access: 'operator',
  stepUp: 'or_password',
  answer: z.array(businessCase),
  refusals: [],
});

export const viewBusinessFile = endpoint({
  method: 'GET',
  path: '/operations/businesses/:id/files/:fileId',
  summary: 'Get a document of a business. Each access is recorded in the audit trail',
  access: 'operator',
  stepUp: 'or_password',
  params: z.object({ id, fileId: id }),
  media: 'application/octet-stream',
  refusals: ['file_not_found'],
});

export const decideBusinessCase = endpoint({
  method: 'POST',
  path: '/operations/businesses/:id/decision',
  summary: 'Verify a business, request more or deny it with a reason. Only the first decision counts',
  access: 'operator',
  stepUp: 'or_password',
  params: z.object({ id }),
  body: z.object({
    decision: z.enum(['verified', 'needs_more', 'denied']),
    /** The reason for the business; required except for `verified`. */
    reason: z.optional(reason),
    /** The time of the reviewed submission. */
    submitted_at: timestamp,
  }),
  refusals: ['case_not_found', 'case_decided'],
});
