import { endpoints, type Configuration } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';

const route = routesFor<unknown>();

export const configurationRoutes = (configuration: Configuration) => [
  route(endpoints.getConfig, async () => configuration),
];
