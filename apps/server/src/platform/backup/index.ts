export { ArchiveProblem } from './archive.ts';
export { beginSnapshot, digestOf } from './copy-rows.ts';
export { loadArchive, type Loaded } from './load-archive.ts';
export { checkArchive } from './read-archive.ts';
export { writeArchive } from './write-archive.ts';
