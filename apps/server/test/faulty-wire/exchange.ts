import { preparedStatement, simpleQuery, textsOf, type Message } from './messages.ts';

/** One request to the database: a simple query, or a statement of the extended protocol up to its Sync. */
export type Exchange = {
  /** The statement's name, or its text if it has no name. */
  readonly statement: string;
  /** Whether a transaction was open before this request. */
  readonly inTransaction: boolean;
};

/** `before`: the statement never runs. `after`: the statement ran, and a transaction of its own committed. */
type Moment = 'before' | 'after';

export type Fault =
  /** Resets the connection. With `during`, the statement is sent but its answer is lost. */
  | { readonly fault: 'reset'; readonly when: Moment | 'during' }
  /**
   * The database raises this error instead of running the statement, or after the statement and before the commit.
   * Nothing is committed.
   */
  | { readonly fault: 'error'; readonly sqlState: string; readonly when: Moment }
  | { readonly fault: 'delay'; readonly ms: number };

/** Reads a request from its messages. The messages need no Sync, because a simple query has none. */
export function readExchange(messages: readonly Message[], inTransaction: boolean): Exchange {
  const [query] = messages.filter(({ type }) => type === 'Q').flatMap((one) => textsOf(one, 1));
  if (query !== undefined) return { statement: query, inTransaction };
  const [, name = ''] = messages.filter(({ type }) => type === 'B').flatMap((one) => textsOf(one, 2));
  const [, text = ''] = messages.filter(({ type }) => type === 'P').flatMap((one) => textsOf(one, 2));
  return { statement: name === '' ? text : name, inTransaction };
}

/** Returns whether the statement begins or ends a transaction, after which nothing else can run within it. */
const isTransactionControl = (statement: string) => /^(begin|commit|rollback)\b/i.test(statement);

const raise = (sqlState: string) => `do $$ begin raise exception 'injected' using errcode = '${sqlState}'; end $$`;

/** Returns the bytes that make the database raise the error in place of the messages. */
export function withError(
  messages: readonly Message[],
  { sqlState, when }: Extract<Fault, { fault: 'error' }>,
): Buffer {
  const { statement } = readExchange(messages, false);
  if (when === 'before' || isTransactionControl(statement)) return simpleQuery(raise(sqlState));
  if (messages.some(({ type }) => type === 'Q')) return simpleQuery(`${statement}; ${raise(sqlState)}`);
  const [own, sync] = [messages.slice(0, -1), messages.slice(-1)];
  return Buffer.concat([
    ...own.map(({ bytes }) => bytes),
    preparedStatement(raise(sqlState)),
    ...sync.map(({ bytes }) => bytes),
  ]);
}

const parseComplete = '1';
/** Result messages: bind complete, rows, row description, no data, command complete, empty query. */
const results = new Set(['2', 'D', 'T', 'n', 'C', 'I']);

/** Removes the results of the failed statement and of the injected statement from the database's answer. */
export function withoutResults(answer: readonly Message[], asked: readonly Message[]): Message[] {
  let parsed = asked.filter(({ type }) => type === 'P').length;
  return answer.filter(({ type }) => (type === parseComplete ? parsed-- > 0 : !results.has(type)));
}
