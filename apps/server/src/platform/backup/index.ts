export { ArchiveProblem, type Cut, type Header } from './archive.ts';
export { beginSnapshot, copyRows, digestOf, sumOf } from './copy-rows.ts';
export { assertEmpty, loadArchive, type Loaded } from './load-archive.ts';
export { checkArchive, rowsIn } from './read-archive.ts';
export { takeSnapshot, writeArchive, writeSnapshot } from './write-archive.ts';
