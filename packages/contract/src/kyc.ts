import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { exact, id, memberName, money, shownText, timestamp } from './wire.ts';

export const idTypes = ['passport', 'drivers_license', 'national_id'] as const;
export const kycItems = ['personal', 'document', 'selfie'] as const;
/** A passport has a photo page only: `front`. */
export const kycFileKinds = ['front', 'back', 'selfie'] as const;
export const kycFileBytes = 5 * 1024 * 1024;
/** Images of more pixels are refused before they are unpacked. */
export const kycPixels = 40_000_000;

const text = (most: number) => shownText.check(z.maxLength(most));

/** Anything may be missing or empty while it is a draft. */
export const kycForm = z.object({
  first_name: text(100),
  last_name: text(100),
  /** `YYYY-MM-DD` */
  date_of_birth: text(10),
  street_address: text(200),
  city: text(100),
  /** ISO 3166-1, two letters: `PT`. */
  country: text(2),
  postal_code: text(20),
  id_type: z.enum(idTypes),
  id_number: text(50),
});
export type KycForm = z.infer<typeof kycForm>;

export const kycFile = z.object({
  id,
  kind: z.enum(kycFileKinds),
  /** What it was called on the member's device. */
  name: z.string(),
  type: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: z.number(),
  added_at: timestamp,
});
export type KycFile = z.infer<typeof kycFile>;

export const kycStatus = z.object({
  status: z.enum(['none', 'pending', 'needs_more', 'verified', 'denied']),
  /** Of a verified member who wants another name: that name. The status is that of its check, and the level stays. */
  new_name: z.nullable(z.string()),
  /** 0 new, 1 email confirmed, 2 identity verified. */
  level: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** US dollars that may be sent and withdrawn per UTC day and month on this level. */
  limits: z.object({
    daily: money,
    daily_exact: exact,
    monthly: money,
    monthly_exact: exact,
    used_today: money,
    used_today_exact: exact,
    used_this_month: money,
    used_this_month_exact: exact,
  }),
  /** The same figures of level 2, for whoever is not there yet. */
  next_limits: z.nullable(z.object({ daily: money, daily_exact: exact, monthly: money, monthly_exact: exact })),
  submitted_at: z.nullable(timestamp),
  decided_at: z.nullable(timestamp),
  /** With `needs_more` what is wrong with each item; with `denied` why; with `verified` why a new name was not. */
  reasons: z.array(z.object({ item: z.enum(kycItems), reason: z.string() })),
  /** A denied member may begin again from here on; null where they may not, or need not wait. */
  may_retry_at: z.nullable(timestamp),
});
export type KycStatus = z.infer<typeof kycStatus>;

export const getKycStatus = endpoint({
  method: 'GET',
  path: '/kyc/status',
  summary: 'How far the verification is, the level and its limits',
  access: 'member',
  answer: kycStatus,
  refusals: [],
});

export const kycDraft = z.object({
  form: z.partial(kycForm),
  files: z.array(kycFile),
});
export type KycDraft = z.infer<typeof kycDraft>;

export const getKycDraft = endpoint({
  method: 'GET',
  path: '/kyc/draft',
  summary:
    'What was entered and uploaded so far. The number of a document that was submitted is shown by its last four',
  access: 'member',
  answer: kycDraft,
  refusals: [],
});

export const saveKycDraft = endpoint({
  method: 'PUT',
  path: '/kyc/draft',
  summary: 'Keep what was entered so far, checked or not',
  access: 'member',
  needsConfirmedEmail: true,
  body: z.partial(kycForm),
  answer: kycDraft,
  refusals: ['verification_closed'],
});

export const uploadKycFile = endpoint({
  method: 'POST',
  path: '/kyc/documents',
  summary: 'A side of the document, or the selfie. It takes the place of an earlier one of its kind',
  access: 'member',
  needsConfirmedEmail: true,
  upload: {
    maxBytes: kycFileBytes,
    fields: z.object({ kind: z.enum(kycFileKinds) }),
    takes:
      'JPG, PNG, HEIC or PDF (no PDF for a selfie) of up to 5 MB and 40 million pixels, by its content, whatever it is ' +
      'called. Pictures are drawn again; HEIC becomes JPG',
  },
  answer: kycFile,
  refusals: ['file_too_large', 'file_not_accepted', 'image_not_accepted', 'verification_closed', 'too_many_requests'],
});

export const getKycFile = endpoint({
  method: 'GET',
  path: '/kyc/documents/:id',
  summary: 'A file of one’s own, while the verification is open',
  access: 'member',
  params: z.object({ id }),
  media: 'application/octet-stream',
  refusals: ['file_not_found'],
});

export const removeKycFile = endpoint({
  method: 'DELETE',
  path: '/kyc/documents/:id',
  summary: 'Throw a file away',
  access: 'member',
  params: z.object({ id }),
  refusals: ['file_not_found', 'verification_closed'],
});

export const startNameChange = endpoint({
  method: 'POST',
  path: '/kyc/name-change',
  summary:
    'Begin a new check of a verified member who wants another name. The verified name and its limits stay until it is approved',
  access: 'member',
  stepUp: 'or_password',
  needsConfirmedEmail: true,
  body: z.object({ name: memberName }),
  answer: kycStatus,
  refusals: ['verification_closed'],
});

export const cancelNameChange = endpoint({
  method: 'DELETE',
  path: '/kyc/name-change',
  summary: 'Keep the verified name: a check of another one ends',
  access: 'member',
  answer: kycStatus,
  refusals: [],
});

/** The specification leaves the spelling open: both are taken. A member's draft fills in what is not sent. */
export const submitKyc = endpoint({
  method: 'POST',
  path: '/kyc/submit',
  summary: 'Submit for review. Keys in snake_case or camelCase; what is not sent is taken from the draft',
  access: 'member',
  needsConfirmedEmail: true,
  body: z.record(z.string(), z.union([z.string().check(z.maxLength(200)), z.null()])),
  answer: kycStatus,
  refusals: ['verification_incomplete', 'verification_closed', 'too_many_requests'],
});
