/** The currency of a wallet. */
export type Currency = 'USD' | 'EUR' | 'GBP';

/**
 * The money of one currency. Each amount is in units of the currency, such as dollars, and each `…_exact` is the same
 * amount as a decimal string. Compute with the strings: numbers round.
 */
export type Wallet = {
  currency: Currency;
  balance: number;
  balance_exact: string;
  /** The amount reserved by pending transactions. */
  held: number;
  held_exact: string;
  /** The spendable amount: balance minus held. */
  available: number;
  available_exact: string;
  /** The debt that later deposits pay first. Absent if nothing is owed. */
  owed_exact?: string | undefined;
};

export type TransactionType =
  | 'send'
  | 'receive'
  | 'buy_crypto'
  | 'sell_crypto'
  | 'deposit'
  | 'withdrawal'
  | 'exchange'
  | 'plan'
  | 'taken_back';

export type TransactionStatus = 'completed' | 'pending' | 'cancelled' | 'returned';

export type TransactionStep = {
  step: 'started' | 'sent_to_bank' | 'completed' | 'cancelled' | 'returned';
  /** An ISO 8601 time. Null if the step has not happened yet. */
  at: string | null;
};

/** A line of the history. All times are ISO 8601 in UTC. */
export type Transaction = {
  id: string;
  type: TransactionType;
  /** The signed change of the wallet's available balance, fee included. 0 if the money returned or has not arrived. */
  amount: number;
  amount_exact: string;
  currency: Currency;
  /** The fee included in the amount. */
  fee: number;
  fee_exact: string;
  /** The amount on the other side, in `counter_currency`. */
  counter_amount: number;
  counter_amount_exact: string;
  counter_currency: string;
  /** For canceled and returned outgoing money: the amount that was reserved, fee included. */
  reserved?: number | undefined;
  reserved_exact?: string | undefined;
  status: TransactionStatus;
  date: string;
  description: string;
  note?: string | undefined;
  /** The recipient's email, for `send`. */
  to?: string | undefined;
  /** The sender's email, for `receive`. */
  from?: string | undefined;
  /** The other side's name. */
  counterparty?: string | undefined;
  /** The payment request that was paid. */
  request_id?: string | undefined;
  /** The coin's symbol, for `buy_crypto` and `sell_crypto`. */
  crypto?: string | undefined;
  crypto_name?: string | undefined;
  cryptoAmount?: number | undefined;
  crypto_amount_exact?: string | undefined;
  /** The price of one coin in dollars, a decimal string. */
  usd_per_coin?: string | undefined;
  payment_method?: string | undefined;
  /** One unit of `currency` in `counter_currency`, a decimal string, for `exchange`. */
  rate?: string | undefined;
  /** The reason for a return. */
  reason?: string | undefined;
  /** The steps, oldest first. */
  timeline: TransactionStep[];
  can_cancel: boolean;
  /** The time when unclaimed money returns to the sender. */
  expires_at?: string | undefined;
  /** The wallet's balance after this transaction. Absent before the posting. */
  balance_after?: number | undefined;
  balance_after_exact?: string | undefined;
  /** For a send to an address without an account: false if no invitation was mailed. */
  email_sent?: boolean | undefined;
};

export type Party = {
  /** Null before the first payment between the two people. */
  name: string | null;
  email: string;
};

export type PaymentRequest = {
  id: string;
  /** `outgoing`: the caller's own request. `incoming`: a request for the caller to pay. */
  direction: 'outgoing' | 'incoming';
  state: 'open' | 'paid' | 'declined' | 'cancelled' | 'expired';
  /** The person who gets the money. */
  requester: Party;
  /** The person who should pay. Null for a link that anyone may pay. */
  recipient: Party | null;
  /** The amount that the requester gets. */
  amount: number;
  amount_exact: string;
  /** The payer's fee. */
  fee: number;
  fee_exact: string;
  total: number;
  total_exact: string;
  currency: Currency;
  note?: string | undefined;
  /** The URL of the payment page. */
  link: string;
  created_at: string;
  expires_at: string;
  ended_at?: string | undefined;
  can_remind: boolean;
  reminders: number;
  /** In the response to a new request: false if no mail was sent. */
  email_sent?: boolean | undefined;
};

/** The body of a send. The recipient gets the amount, and the sender also pays the fee. */
export type SendOrder = {
  recipient_email: string;
  /** Above zero, in units of the currency. A decimal string such as `12.50`, or a number. */
  amount: string | number;
  /** By default USD. */
  currency?: Currency | undefined;
  /** At most 200 characters. */
  note?: string | null | undefined;
};

/** The body of a payment request. */
export type RequestOrder = {
  /** If absent, anyone with the link may pay. */
  recipient_email?: string | null | undefined;
  /** Above zero, in units of the currency. A decimal string such as `12.50`, or a number. */
  amount: string | number;
  /** By default USD. */
  currency?: Currency | undefined;
  /** At most 200 characters. */
  note?: string | null | undefined;
};

export type TransactionFilters = {
  type?: TransactionType | 'all' | undefined;
  currency?: Currency | undefined;
  status?: TransactionStatus | undefined;
  /** Inclusive start, an ISO 8601 time in UTC. */
  since?: string | undefined;
  /** Exclusive end, an ISO 8601 time in UTC. */
  until?: string | undefined;
  /** Only trades of this coin. */
  crypto?: string | undefined;
};

/** The test clock of an account in a sandbox. */
export type TestClock = {
  /** The server's time plus all moves. */
  now: string;
  advanced_seconds: number;
};
