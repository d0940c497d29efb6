export { openNameScreening, type NameScreening } from './name-screening.ts';
export { heldNames, holdName, memberSubject, payerSubject, type NameState } from './hold-name.ts';
export { countWaitingHits } from './list-hits.ts';
export { personalScreening } from './personal-part.ts';
export { screeningRoutes } from './routes.ts';
