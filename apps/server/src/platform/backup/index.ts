export { ArchiveProblem } from './archive.ts';
export { beginSnapshot, copyRows, digestOf, sumOf } from './copy-rows.ts';
export { loadArchive, type Loaded } from './load-archive.ts';
export { checkArchive, rowsIn } from './read-archive.ts';
export { writeArchive } from './write-archive.ts';
