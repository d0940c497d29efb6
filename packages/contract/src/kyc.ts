import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { exact, id, memberName, money, shownText, timestamp } from './wire.ts';

export const idTypes = ['passport', 'drivers_license', 'national_id'] as const;
export const kycItems = ['personal', 'document', 'selfie'] as const;
/** A passport has only `front`, its photo page. */
export const kycFileKinds = ['front', 'back', 'selfie'] as const;
export const kycFileBytes = 5 * 1024 * 1024;
/** The maximum pixels of an image. Larger images are rejected before decoding. */
export const kycPixels = 40_000_000;

const text = (maxLength: number) => shownText.check(z.maxLength(maxLength));

/** Every field of a draft may be missing or empty. */
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
  /** The file name on the member's device. */
  name: z.string(),
  type: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: z.number(),
  added_at: timestamp,
});
export type KycFile = z.infer<typeof kycFile>;

export const kycStatus = z.object({
  status: z.enum(['none', 'pending', 'needs_more', 'verified', 'denied']),
  /**
   * The new name that a verified member requested. `status` is the status of the new name's check, and the level stays.
   */
  new_name: z.nullable(z.string()),
  /** 0 new, 1 email confirmed, 2 identity verified. */
  level: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** The limits of sends and withdrawals per UTC day and month on this level, in US dollars. */
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
  /** The limits of level 2. Null on level 2. */
  next_limits: z.nullable(z.object({ daily: money, daily_exact: exact, monthly: money, monthly_exact: exact })),
  submitted_at: z.nullable(timestamp),
  decided_at: z.nullable(timestamp),
  /**
   * The problems per item for `needs_more`, the reason for `denied`, or with `verified` the reason for denying a new
   * name.
   */
  reasons: z.array(z.object({ item: z.enum(kycItems), reason: z.string() })),
  /** The time after which a denied member may retry. Null without a waiting time, or if a retry is not allowed. */
  may_retry_at: z.nullable(timestamp),
});
export type KycStatus = z.infer<typeof kycStatus>;

export const getKycStatus = endpoint({
  method: 'GET',
  path: '/kyc/status',
  summary: 'Get the verification status, the level and its limits',
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
  summary: 'Get the form and files so far. A submitted document number shows only its last four characters',
  access: 'member',
  answer: kycDraft,
  refusals: [],
});

export const saveKycDraft = endpoint({
  method: 'PUT',
  path: '/kyc/draft',
  summary: 'Save the form so far, without validation',
  access: 'member',
  needsConfirmedEmail: true,
  body: z.partial(kycForm),
  answer: kycDraft,
  refusals: ['verification_closed'],
});

export const uploadKycFile = endpoint({
  method: 'POST',
  path: '/kyc/documents',
  summary: 'Upload a side of the document or the selfie. It replaces an earlier file of its kind',
  access: 'member',
  needsConfirmedEmail: true,
  upload: {
    maxBytes: kycFileBytes,
    fields: z.object({ kind: z.enum(kycFileKinds) }),
    takes:
      'JPG, PNG, HEIC or PDF (no PDF for a selfie) of up to 5 MB and 40 million pixels. The content decides the ' +
      'format, not the file name. Images are re-encoded. HEIC becomes JPG',
  },
  answer: kycFile,
  refusals: ['file_too_large', 'file_not_accepted', 'image_not_accepted', 'verification_closed', 'too_many_requests'],
});

export const getKycFile = endpoint({
  method: 'GET',
  path: '/kyc/documents/:id',
  summary: 'Get your own file while the verification is open',
  access: 'member',
  params: z.object({ id }),
  media: 'application/octet-stream',
  refusals: ['file_not_found'],
});

export const removeKycFile = endpoint({
  method: 'DELETE',
  path: '/kyc/documents/:id',
  summary: 'Delete a file',
  access: 'member',
  params: z.object({ id }),
  refusals: ['file_not_found', 'verification_closed'],
});

export const startNameChange = endpoint({
  method: 'POST',
  path: '/kyc/name-change',
  summary:
    'Start a name change of a verified member, which needs a new check. The verified name and its limits stay until the approval',
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
  summary: 'Cancel a name change and keep the verified name',
  access: 'member',
  answer: kycStatus,
  refusals: [],
});

/** Accepts both key spellings, because the specification leaves them open. Missing fields come from the draft. */
export const submitKyc = endpoint({
  method: 'POST',
  path: '/kyc/submit',
  summary:
    'Submit the verification for review. Keys may be in snake_case or camelCase. Missing fields come from the draft',
  access: 'member',
  needsConfirmedEmail: true,
  body: z.record(z.string(), z.union([z.string().check(z.maxLength(200)), z.null()])),
  answer: kycStatus,
  refusals: ['verification_incomplete', 'verification_closed', 'too_many_requests'],
});
