export { businessRoutes } from './routes.ts';
export { personalBusinesses } from './personal-part.ts';
