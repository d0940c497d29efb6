export { legalRoutes } from './routes.ts';
export { readLegalDocuments, type LegalDocuments } from './legal-documents.ts';
