export { openTraces, type Traces } from './traces.ts';
export { documentVerdict, rememberDocument } from './documents.ts';
