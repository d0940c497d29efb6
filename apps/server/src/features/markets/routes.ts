import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import type { Markets } from './markets.ts';

const route = routesFor<Member>();

export function marketRoutes({ markets }: { markets: Markets }) {
  return [route(endpoints.listCoins, async () => markets.list())];
}
