export { listFilesIn, readScreeningLists, type ScreeningList } from './read-folder.ts';
export { openScreening, type Screening, type ScreeningHit, type ScreeningQuery } from './screening.ts';
export { REVIEW_SCORE } from './names/score.ts';
export { ScreeningListError } from './screening-list.ts';
