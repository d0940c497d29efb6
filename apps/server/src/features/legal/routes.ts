import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { LegalDocuments } from './legal-documents.ts';

const route = routesFor<unknown>();

export const legalRoutes = (documents: LegalDocuments) => [
  route(endpoints.getLegalDocument, async ({ params }) => documents[params.name]),
];
