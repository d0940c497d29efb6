import type { DryRun } from './dry-run-types.ts';
import type { FlorinEvent } from './event-types.ts';
import { FlorinError } from './florin-error.ts';
import { wait } from './retries.ts';
import { sendRequest, type Answer, type CallOptions, type CallParts, type Connection } from './send-request.ts';
import type {
  PaymentRequest,
  RequestOrder,
  SendOrder,
  TestClock,
  Transaction,
  TransactionFilters,
  Wallet,
} from './types.ts';

export type FlorinOptions = {
  /**
   * The secret of an API key: `flr_live_…` or `flr_test_…`. Keep the key on a server, because anyone with the key can
   * use it.
   */
  key: string;
  /** The address of the Florin server, such as `https://wallet.example`, without `/api`. */
  baseUrl: string;
  /** The handle of the business to act for, if the key's account has access to the business. */
  account?: string | undefined;
  /** The retries after network failures and the statuses 429 and 503, at least 0. By default 4. */
  retries?: number | undefined;
  /** The seconds that one attempt may take. By default 30. */
  timeoutSeconds?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type ReadOptions = Pick<CallOptions, 'signal' | 'retries'>;

export type EventOptions = ReadOptions & {
  /** The sequence of the last event that was handled. By default 0, which starts with the oldest event. */
  after?: number | undefined;
  /** Keeps the iteration open and asks for new events at this interval in seconds. By default the iteration ends. */
  pollSeconds?: number | undefined;
};

/**
 * The calls of an account. Each throws a `FlorinError` for an error response, and for no response after the last retry.
 * `call` answers from its type parameter without validating the response.
 */
export type Florin = {
  /** Lists the USD, EUR and GBP wallets. Needs the scope `balances:read`. */
  balances(options?: ReadOptions): Promise<Wallet[]>;
  /**
   * Sends money to an email address. Needs the scope `payments:write`.
   *
   * A `network_error` does not mean that nothing was paid: send the same order again with the error's `idempotencyKey`.
   */
  send(order: SendOrder, options?: CallOptions): Promise<Transaction>;
  /**
   * Makes any call that moves money as a dry run: returns the effects that the call would have, or throws the call's
   * error. Nothing changes. Needs the call's scope.
   */
  dryRun(method: Method, path: `/${string}`, parts?: DryRunParts): Promise<DryRun>;
  /** Requests money from a person, or by a link that anyone may pay. Needs the scope `requests:write`. */
  requestMoney(order: RequestOrder, options?: CallOptions): Promise<PaymentRequest>;
  /** Iterates over the history, newest first, page by page. Needs the scope `transactions:read`. */
  transactions(filters?: TransactionFilters, options?: ReadOptions): AsyncGenerator<Transaction, void, void>;
  /** Iterates over the events, oldest first, page by page. Needs the scope `events:read`. */
  events(options?: EventOptions): AsyncGenerator<FlorinEvent, void, void>;
  /**
   * Moves the test clock of the account forward, by at most 366 days. Only in a sandbox. Needs the scope `sandbox:write`.
   */
  advanceClock(seconds: number, options?: CallOptions): Promise<TestClock>;
  /**
   * Makes any call of the API. The path is below `/api`. Returns undefined for an empty response.
   *
   * Calls other than GET get an `Idempotency-Key`. Some calls do not accept a key (see the API's reference). For such a
   * call, set `retries` to 0 if a second execution would do harm.
   */
  call<Result = unknown>(method: Method, path: `/${string}`, parts?: CallParts & CallOptions): Promise<Result>;
};

/** The idempotency key shows whether the call was made before. A dry run does not consume the key. */
export type DryRunParts = Omit<CallParts, 'query'> & CallOptions;

const pageSize = 100;

/**
 * Creates a client for one API key.
 *
 * @throws TypeError if `baseUrl` is not an http or https address, or if `key` is empty
 */
export function createFlorin({ key, baseUrl, account, retries, timeoutSeconds, fetch: own }: FlorinOptions): Florin {
  if (key === '') throw new TypeError('The API key is empty.');
  const fetch = own ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));
  const connection: Connection = { key, baseUrl: addressOf(baseUrl), account, fetch, retries, timeoutSeconds };
  const call = async <Result>(method: Method, path: `/${string}`, parts: CallParts & CallOptions = {}) => {
    // In JavaScript, an option of another client would be ignored, and the call would move money.
    if ('dryRun' in parts || 'dry_run' in parts) throw new TypeError('Call dryRun() for a dry run.');
    return jsonOf<Result>(await sendRequest(connection, method, path, parts));
  };
  return {
    call,
    balances: (options) => call('GET', '/wallets', options),
    send: (body, options) => call('POST', '/transactions/send', { ...options, body }),
    dryRun: (method, path, parts) => call(method, path, { ...parts, query: { dry_run: true } }),
    requestMoney: (body, options) => call('POST', '/payment-requests', { ...options, body }),
    advanceClock: (seconds, options) =>
      call('POST', '/sandbox/clock', { ...options, body: { advance_seconds: seconds } }),
    transactions: (filters = {}, options = {}) => eachTransaction(connection, filters, options),
    events: (options = {}) => eachEvent(connection, options),
  };
}

async function* eachTransaction(connection: Connection, filters: TransactionFilters, options: ReadOptions) {
  for (let cursor: string | undefined; ;) {
    const query = { ...filters, limit: pageSize, cursor };
    const answer = await sendRequest(connection, 'GET', '/transactions', { ...options, query });
    yield* jsonOf<Transaction[]>(answer);
    cursor = nextCursor(answer.headers.get('link'));
    if (cursor === undefined) return;
  }
}

type EventPage = { events: FlorinEvent[]; has_more: boolean };

async function* eachEvent(connection: Connection, { after = 0, pollSeconds, ...options }: EventOptions) {
  for (let last = after; ;) {
    const query = { after: last, limit: pageSize };
    const answer = await sendRequest(connection, 'GET', '/event-log', { ...options, query });
    const page = jsonOf<EventPage>(answer);
    for (const event of page.events) {
      last = event.sequence;
      yield event;
    }
    if (page.has_more) continue;
    if (pollSeconds === undefined) return;
    await wait(pollSeconds * 1_000, options.signal);
  }
}

/** Takes only the cursor from the link, so the key never goes to another address. */
function nextCursor(link: string | null): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return next === undefined
    ? undefined
    : (new URL(next, 'http://florin.invalid').searchParams.get('cursor') ?? undefined);
}

function addressOf(baseUrl: string): string {
  const { protocol, origin, pathname } = new URL(baseUrl);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('baseUrl must begin with https:// or http://.');
  return origin + pathname.replace(/\/+$/, '');
}

function jsonOf<Result>({ text }: Answer): Result {
  if (text === '') return undefined as Result;
  try {
    return JSON.parse(text) as Result;
  } catch (cause) {
    const detail = 'The response is not JSON. Check baseUrl.';
    throw new FlorinError({ status: 200, code: 'http_error', detail }, { cause });
  }
}
