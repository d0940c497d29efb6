import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor } from '../../platform/http/route.ts';
import { recordLook } from '../audit/index.ts';
import type { SignedIn } from '../identity/index.ts';
import { decideHit } from './decide-hit.ts';
import { readScreening } from './list-hits.ts';
import type { NameScreening } from './name-screening.ts';

const route = routesFor<SignedIn>();

type Dependencies = { readonly pool: Pool; readonly screening: NameScreening; readonly mode: 'sandbox' | 'live' };

export const screeningRoutes = (dependencies: Dependencies) => {
  const { pool } = dependencies;
  return [
    route(endpoints.getScreening, async ({ member, ip }) => {
      await recordLook(pool, { operator: member, ip, did: 'Viewed sanctions hits' });
      return readScreening(pool, dependencies, member.id);
    }),
    route(endpoints.decideScreeningHit, async ({ member, params, body, ip }) => {
      await decideHit(pool, { operator: member, ip }, params.hit, body);
      return readScreening(pool, dependencies, member.id);
    }),
  ];
};
