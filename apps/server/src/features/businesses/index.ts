export { businessRoutes } from './routes.ts';
export { personalBusinesses } from './personal-part.ts';
export { lastToDo, recordBusinessAct, recordOwnAct } from './acts.ts';
export { actorOf, type Actor } from './business-store.ts';
export { assertStillActs } from './people.ts';
export { moveInvitationTimes } from './move-times.ts';
