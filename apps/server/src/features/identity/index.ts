export { identityRoutes } from './routes.ts';
export { authenticator } from './sessions.ts';
export { signUp } from './sign-up.ts';
export { findMember, grantStanding } from './standing.ts';
export { peopleDirectory, type People, type Person } from './people.ts';
export type { Member } from './member.ts';
