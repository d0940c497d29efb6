import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { routesFor, streamsFor } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { readCandles } from './candles.ts';
import { coinDetail } from './coin-detail.ts';
import { addFavoriteCoin, listFavoriteCoins, removeFavoriteCoin } from './favorite-coins.ts';
import type { Markets } from './markets.ts';
import type { PriceStream } from './price-stream.ts';
import { openSparklines } from './sparklines.ts';

type Dependencies = { readonly pool: Pool; readonly markets: Markets; readonly priceStream: PriceStream };

const route = routesFor<Member>();
const stream = streamsFor<Member>();

export function marketRoutes(dependencies: Dependencies) {
  const { pool, markets, priceStream } = dependencies;
  const sparklines = openSparklines(dependencies);
  return [
    route(endpoints.listCoins, async () => markets.list()),
    route(endpoints.getCoin, ({ params }) => coinDetail(dependencies, params.symbol)),
    route(endpoints.getCandles, ({ params, query }) => readCandles(dependencies, params.symbol, query.range)),
    route(endpoints.listSparklines, () => sparklines.list()),
    stream(endpoints.streamPrices, async ({ member, token, query }) => ({
      stream: priceStream.open(member.id, token, query.symbols),
    })),
    route(endpoints.listFavoriteCoins, ({ member }) => listFavoriteCoins(pool, member.id)),
    route(endpoints.addFavoriteCoin, async ({ member, params }) => {
      await addFavoriteCoin(pool, member.id, markets.get(params.symbol).symbol);
      return undefined;
    }),
    route(endpoints.removeFavoriteCoin, async ({ member, params }) => {
      await removeFavoriteCoin(pool, member.id, params.symbol);
      return undefined;
    }),
  ];
}
