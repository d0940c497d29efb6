export { openTraces, type Traces } from './traces.ts';
export { rememberDenial, wasDenied } from './denied-documents.ts';
export { deleteOldTraces } from './delete-old-traces.ts';
