import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { firstSteps } from './first-steps.ts';

const route = routesFor<Member>();

export const firstStepsRoutes = ({ history }: { history: History }) => [
  route(endpoints.getFirstSteps, ({ member }) => firstSteps(history, member)),
];
