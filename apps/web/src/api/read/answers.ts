import type * as sent from '@florin/contract';

// What the browser knows of the entities whose fields the specification lists. Every field beyond those may be missing, as
// another server need not send it; what follows from the listed ones is filled in as an answer is read.

type Loose<Sent, Name extends keyof Sent> = Omit<Sent, Name> & { [Each in Name]?: Exclude<Sent[Each], undefined> };

type Beyond = 'fee' | 'fee_exact' | 'counter_amount' | 'counter_amount_exact' | 'counter_currency';

/** A line of the history. `status` may be another server's word. */
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

/** A coin with what its page shows of the market, as far as the server says it. */
export type CoinDetail = MarketItem & Partial<Pick<sent.CoinDetail, DayFields>>;

export type Holding = Loose<sent.Holding, PricedFields | GainFields>;

type Used = 'used_today' | 'used_today_exact' | 'used_this_month' | 'used_this_month_exact';

/** `level` may be another server's word. */
export type KycStatus = Omit<sent.KycStatus, 'level' | 'limits'> & {
  level: number | string;
  limits: Loose<sent.KycStatus['limits'], Used>;
};

/** After a 2xx a payment was made, whatever its body says. */
type Sent = { transaction?: Transaction };
type Bought = { crypto_amount?: number; crypto_amount_exact?: string; transaction?: Transaction };
type Sold = { usd_amount?: number; usd_amount_exact?: string; transaction?: Transaction; payout?: Payout };

/** What a sale paid out in a currency other than dollars. */
export type Payout = NonNullable<sent.AnswerOf<sent.Endpoints['sellCoins']>['payout']>;

/** An answer as the browser reads it (read-answer.ts). */
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
