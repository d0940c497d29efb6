import type * as sent from '@florin/contract';

// The response types of the specification's calls. Other servers may send only the specification's fields, so all other
// fields are optional. The readers derive missing fields from the required fields where possible.

type Loose<Sent, Name extends keyof Sent> = Omit<Sent, Name> & { [Each in Name]?: Exclude<Sent[Each], undefined> };

type Beyond = 'fee' | 'fee_exact' | 'counter_amount' | 'counter_amount_exact' | 'counter_currency';

/** A transaction. Another server may send an unknown `status`. */
export type Transaction = Omit<Loose<sent.Transaction, Beyond>, 'status'> & { status: string };

export type MarketItem = Loose<sent.MarketItem, 'updated_at' | 'kind' | 'source'>;

type PricedFields = 'price' | 'price_exact' | 'updated_at' | 'average_cost' | 'average_cost_exact';
type GainFields =
  | 'cost'
  | 'cost_exact'
  | 'unrealized_gain'
  | 'unrealized_gain_exact'
  | 'realized_gain'
  | 'realized_gain_exact';

type DayFields = 'low_24h' | 'low_24h_exact' | 'high_24h' | 'high_24h_exact' | 'volume_24h' | 'supply';

/** A coin with the market data that the server sent. */
export type CoinDetail = MarketItem & Partial<Pick<sent.CoinDetail, DayFields>>;

export type Holding = Loose<sent.Holding, PricedFields | GainFields>;

type Used = 'used_today' | 'used_today_exact' | 'used_this_month' | 'used_this_month_exact';

/** Another server may send an unknown `level`. */
export type KycStatus = Omit<sent.KycStatus, 'level' | 'limits'> & {
  level: number | string;
  limits: Loose<sent.KycStatus['limits'], Used>;
};

/** A 2xx means that the payment was made, so every field of its body is optional. */
type Sent = { transaction?: Transaction };
type Bought = { crypto_amount?: number; crypto_amount_exact?: string; transaction?: Transaction };
type Sold = { usd_amount?: number; usd_amount_exact?: string; transaction?: Transaction; payout?: Payout };

/** The payout of a sale in a currency other than USD. */
export type Payout = NonNullable<sent.AnswerOf<sent.Endpoints['sellCoins']>['payout']>;

/** The type of a response after reading (read-answer.ts). */
export type AnswerRead<E> = E extends sent.Endpoints['sendMoney']
  ? Sent
  : E extends sent.Endpoints['buyCoins']
    ? Bought
    : E extends sent.Endpoints['sellCoins']
      ? Sold
      : E extends sent.Endpoints['submitKyc']
        ? KycStatus | undefined
        : E extends sent.Endpoints['listTransactions']
          ? Transaction[]
          : E extends sent.Endpoints['listCoins']
            ? MarketItem[]
            : E extends sent.Endpoints['getPortfolio']
              ? Holding[]
              : E extends sent.Endpoints['getKycStatus']
                ? KycStatus
                : sent.AnswerOf<E>;
