import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { LegalDocuments } from './legal-documents.ts';

const route = routesFor<unknown>();

export const legalRoutes = (documents: LegalDocuments) => [
  route(endpoints.getLegalDocument, async ({ params }) => {
    const found = documents[params.name];
    if (!found) throw new Refusal('not_found', 'This server has no such document.');
    return found;
  }),
];
