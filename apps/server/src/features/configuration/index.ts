export { configurationRoutes } from './routes.ts';
export { configurationView } from './configuration-view.ts';
