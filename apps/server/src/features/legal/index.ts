export { legalRoutes } from './routes.ts';
export { readLegalDocuments } from './legal-documents.ts';
