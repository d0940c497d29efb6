import type { Policy } from '@florin/contract';
import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { ExchangeRates } from '../../providers/exchange-rates/exchange-rates.ts';
import type { CardProcessor } from '../../providers/card-processor/card-processor.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import type { History } from '../activity/index.ts';
import type { House } from '../house/index.ts';
import type { Markets, PricedCoin } from '../markets/index.ts';
import type { FiatSide } from './fiat-side.ts';
import type { PricedPurchase } from './quote-trade.ts';

export type TradingDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly rail: PaymentRail;
  readonly cards?: CardProcessor | undefined;
  readonly history: History;
  readonly markets: Markets;
  readonly house: House;
  readonly rates: ExchangeRates;
  readonly policy: Policy;
};

/** A purchase with its price. */
export type Purchase = {
  readonly coin: PricedCoin;
  readonly price: PricedPurchase;
  readonly quote: JournalEntry['quote'];
  /** True if the quote has already expired. */
  readonly isLate: boolean;
  /** Set if a wallet other than USD pays. */
  readonly side: FiatSide | undefined;
};

export type Posted = { readonly entry: JournalEntry; readonly standing: Standing };
