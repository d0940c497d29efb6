/** The address of the built worker. */
export { default as checkWorker } from './worker.ts?worker&url';
