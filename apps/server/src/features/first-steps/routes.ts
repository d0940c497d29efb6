import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { firstSteps, type FirstStepsDependencies } from './first-steps.ts';

const route = routesFor<Member>();

export const firstStepsRoutes = (dependencies: FirstStepsDependencies) => [
  route(endpoints.getFirstSteps, ({ member }) => firstSteps(dependencies, member)),
];
