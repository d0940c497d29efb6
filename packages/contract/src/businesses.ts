import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { kycFileBytes } from './kyc.ts';
import { businessRole } from './roles.ts';
import { email, id, memberName, shownText, timestamp } from './wire.ts';

const text = (maxLength: number) => shownText.check(z.minLength(1), z.maxLength(maxLength));

export const businessForms = ['company', 'partnership', 'sole_trader', 'nonprofit', 'other'] as const;
export const businessFileKinds = ['registration', 'ownership', 'address'] as const;

/** The short name in the address bar: `/b/acme/dashboard`. 3 to 40 letters, digits and hyphens. */
const businessHandle = z
  .string()
  .check(
    z.toLowerCase(),
    z.regex(
      /^[a-z0-9]([a-z0-9-]{1,38}[a-z0-9])$/,
      'Use 3 to 40 letters, digits and hyphens. Do not begin or end with a hyphen.',
    ),
  );

/** The details that an operator verifies. */
export const businessDetails = z.object({
  form: z.enum(businessForms),
  /** ISO 3166-1, two letters. */
  country: z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  street_address: text(200),
  city: text(100),
  postal_code: text(20),
  registration_number: text(50),
  /** The activity of the business, in a sentence. */
  activity: text(300),
  /** The people who own the business. Shares are whole percents; small owners may be left out. */
  owners: z.array(z.object({ name: text(100), share: z.int().check(z.minimum(1), z.maximum(100)) })).check(
    z.minLength(1, 'Name at least one owner.'),
    z.maxLength(20),
    z.refine((owners) => owners.reduce((sum, { share }) => sum + share, 0) <= 100, 'The shares are above 100 percent.'),
  ),
});
export type BusinessDetails = z.infer<typeof businessDetails>;

export const businessFile = z.object({
  id,
  kind: z.enum(businessFileKinds),
  name: z.string(),
  type: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: z.number(),
  added_at: timestamp,
});
export type BusinessFile = z.infer<typeof businessFile>;

const businessStates = ['draft', 'pending', 'needs_more', 'verified', 'denied'] as const;

export const business = z.object({
  id,
  handle: z.string(),
  name: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  state: z.enum(businessStates),
  /** The role of the caller. */
  role: businessRole,
});
export type Business = z.infer<typeof business>;

export const ownBusiness = z.object({
  ...business.shape,
  details: businessDetails,
  files: z.array(businessFile),
  submitted_at: z.nullable(timestamp),
  decided_at: z.nullable(timestamp),
  /** The operator's reason with `needs_more` and `denied`. */
  reason: z.nullable(z.string()),
});
export type OwnBusiness = z.infer<typeof ownBusiness>;

export const listBusinesses = endpoint({
  method: 'GET',
  path: '/businesses',
  summary: 'List the businesses that the caller acts for',
  access: 'member',
  answer: z.array(business),
  refusals: [],
});

export const openBusiness = endpoint({
  method: 'POST',
  path: '/businesses',
  summary: 'Open a business account. The caller becomes its owner',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'or_password',
  body: z.object({ name: memberName, handle: businessHandle, email, details: businessDetails }),
  answer: business,
  refusals: ['verification_required', 'handle_taken', 'email_taken', 'too_many_requests'],
});

export const getBusiness = endpoint({
  method: 'GET',
  path: '/business',
  summary: 'Get the business that the caller acts for',
  access: 'member',
  answer: ownBusiness,
  refusals: [],
});

export const changeBusiness = endpoint({
  method: 'PUT',
  path: '/business',
  summary: 'Change the details before they are verified',
  access: 'member',
  body: businessDetails,
  answer: ownBusiness,
  refusals: ['verification_closed'],
});

export const uploadBusinessFile = endpoint({
  method: 'POST',
  path: '/business/documents',
  summary: 'Upload a document. It replaces an earlier one of its kind',
  access: 'member',
  upload: {
    maxBytes: kycFileBytes,
    fields: z.object({ kind: z.enum(businessFileKinds) }),
    takes: 'JPG, PNG, HEIC or PDF of up to 5 MB and 40 million pixels. Images are re-encoded',
  },
  answer: businessFile,
  refusals: [
    'verification_closed',
    'file_too_large',
    'file_not_accepted',
    'image_not_accepted',
    'too_many_requests',
    'busy',
  ],
});

export const submitBusiness = endpoint({
  method: 'POST',
  path: '/business/submit',
  summary: 'Submit the business for verification by an operator',
  access: 'member',
  answer: ownBusiness,
  refusals: ['verification_closed', 'verification_incomplete'],
});

export const businessAct = z.object({
  id: z.string(),
  /** The name of the person. Null for an operator or a scheduled job. */
  who: z.nullable(z.string()),
  did: z.string(),
  about: z.string(),
  at: timestamp,
});
export type BusinessAct = z.infer<typeof businessAct>;

export const listBusinessActs = endpoint({
  method: 'GET',
  path: '/business/acts',
  summary: 'List who changed what in the business, newest first, at most 200',
  access: 'member',
  answer: z.array(businessAct),
  refusals: [],
});
