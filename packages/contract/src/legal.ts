import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** An imprint exists only if the operator provides it. */
export const legalDocumentNames = ['terms', 'privacy', 'imprint'] as const;
export type LegalDocumentName = (typeof legalDocumentNames)[number];

export const legalDocument = z.object({
  title: z.string(),
  sections: z.array(
    z.object({
      /** Absent for text before the first heading. */
      heading: z.optional(z.string()),
      paragraphs: z.array(z.string()),
    }),
  ),
});
export type LegalDocument = z.infer<typeof legalDocument>;

export const getLegalDocument = endpoint({
  method: 'GET',
  path: '/legal/:name',
  summary: 'Get the terms of use, the privacy notice or the imprint of this server',
  access: 'public',
  params: z.object({ name: z.enum(legalDocumentNames) }),
  answer: legalDocument,
  refusals: ['not_found'],
});
