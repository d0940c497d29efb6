import { defaultFeeRates as usual, type FeeRates } from '@florin/money';
import { setting } from './page-settings.ts';

/** In basis points. Separate from the configuration, because the sign-in pages need only this fee. */
const [send = usual.send, buy = usual.buy, sell = usual.sell, exchange = usual.exchange] =
  setting('florin-fees')?.split(' ').map(BigInt) ?? [];

/** The fees of this server. Pages compute with the functions that the server charges with. */
export const fees: FeeRates = { send, buy, sell, exchange };
