import { readErrorBody } from '@florin/contract';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What a call was refused for want of. */
type Kind = 'factor' | 'password';

type Question = {
  readonly kind: Kind;
  /** What waits for the answer, in words. */
  readonly actions: Set<string>;
  readonly answer: Promise<boolean>;
  readonly settle: (shown: boolean) => void;
};

let question: Question | undefined;
const listeners = new Set<() => void>();

/**
 * A call that is refused for want of a second factor or of the password waits until the member has shown it. Then it goes
 * out again as it was, idempotency key and all: the caller sees only the answer. If the member cancels, the caller gets
 * the refusal.
 */
export const withStepUp =
  (send: Send): Send =>
  async (url, init) => {
    const response = await send(url, init);
    const kind = await kindAsked(response, init);
    if (kind === undefined) return response;
    return (await ask(kind, await actionOf(url, init))) ? send(url, init) : response;
  };

/** At sign-in, where there is no session yet, the form asks by itself. */
async function kindAsked(response: Response, { headers }: RequestInit): Promise<Kind | undefined> {
  if (response.status !== 403 || !new Headers(headers).has('authorization')) return undefined;
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code = readErrorBody(json)?.code;
  if (code === 'second_factor_required') return 'factor';
  return code === 'password_required' ? 'password' : undefined;
}

/** Few calls are asked for more: the others need not load the words. */
const actionOf = (url: string, init: RequestInit): Promise<string | undefined> =>
  import('./step-up-words.ts').then(
    (words) => words.actionOf(url, init),
    () => undefined,
  );

/** One question for all calls that wait for it. With nobody there to put it, the answer is no. */
function ask(kind: Kind, action: string | undefined): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  question ??= newQuestion(kind);
  if (action !== undefined) question.actions.add(action);
  tell();
  return question.answer;
}

function newQuestion(kind: Kind): Question {
  const { promise: answer, resolve } = Promise.withResolvers<boolean>();
  const settle = (shown: boolean) => {
    question = undefined;
    resolve(shown);
    tell();
  };
  return { kind, actions: new Set(), answer, settle };
}

const tell = () => {
  for (const listener of listeners) listener();
};

/** For the dialog that puts the question: told when there is one and when there is none any more. */
export function subscribeToStepUp(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) question?.settle(false);
  };
}

/** What is asked for; undefined while there is no question. */
export const stepUpAsked = (): Kind | undefined => question?.kind;

/** What is confirmed by it, such as `withdraw $80.00`; empty where there are no words for it. */
export const stepUpAction = (): string => [...(question?.actions ?? [])].join(' and to ');

export const settleStepUp = (shown: boolean) => question?.settle(shown);
