export { openDocuments, type Documents } from './drawing/draw-in-thread.ts';
export { paperHeadOf, type PaperSettings } from './paper-head.ts';
export type { PrintedInvoice } from './printed-invoice.ts';
export type { PrintedReport, PrintedTable } from './printed-report.ts';
export { writeCsv } from './write-csv.ts';
export { statementRoutes } from './routes.ts';
export { chooseSigner } from './signing/choose-signer.ts';
export { reencryptDocumentKeys, serveDocumentCertificates } from './signing/document-keys.ts';
