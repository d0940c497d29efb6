import { preparedStatement, simpleQuery, textsOf, type Message } from './messages.ts';

/** One thing the server asks of the database: a simple query, or a statement of the extended protocol up to its Sync. */
export type Exchange = {
  /** The name of a named statement, and of any other its text. */
  readonly statement: string;
  /** Part of a transaction that began before it. */
  readonly inTransaction: boolean;
};

/** `before`: the statement is never run. `after`: it was run, and a transaction of its own committed. */
type Moment = 'before' | 'after';

export type Fault =
  /** The connection is reset. `during`: with the statement on its way, whatever comes of it. */
  | { readonly fault: 'reset'; readonly when: Moment | 'during' }
  /** The database raises it in earnest, instead of the statement or after it and before the commit: nothing stands. */
  | { readonly fault: 'error'; readonly sqlState: string; readonly when: Moment }
  | { readonly fault: 'delay'; readonly ms: number };

/** What is asked: its messages without the Sync, which a simple query has not. */
export function readExchange(messages: readonly Message[], inTransaction: boolean): Exchange {
  const [query] = messages.filter(({ type }) => type === 'Q').flatMap((one) => textsOf(one, 1));
  if (query !== undefined) return { statement: query, inTransaction };
  const [, name = ''] = messages.filter(({ type }) => type === 'B').flatMap((one) => textsOf(one, 2));
  const [, text = ''] = messages.filter(({ type }) => type === 'P').flatMap((one) => textsOf(one, 2));
  return { statement: name === '' ? text : name, inTransaction };
}

/** These begin or end a transaction: nothing can be run after them and within them. */
const isTransactionControl = (statement: string) => /^(begin|commit|rollback)\b/i.test(statement);

const raise = (sqlState: string) => `do $$ begin raise exception 'injected' using errcode = '${sqlState}'; end $$`;

/** What is sent to the database in place of the messages, so that it raises the error. */
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
/** Results: bind complete, rows and their description, no data, command complete, empty query. */
const results = new Set(['2', 'D', 'T', 'n', 'C', 'I']);

/** Of what the database answers then, what belongs to the statement and did not come to nothing. */
export function withoutResults(answer: readonly Message[], asked: readonly Message[]): Message[] {
  let parsed = asked.filter(({ type }) => type === 'P').length;
  return answer.filter(({ type }) => (type === parseComplete ? parsed-- > 0 : !results.has(type)));
}
