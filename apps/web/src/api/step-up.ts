import { readErrorBody } from '@florin/contract';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

type Question = {
  /** What waits for the answer, in words. */
  readonly actions: Set<string>;
  readonly answer: Promise<boolean>;
  readonly settle: (shown: boolean) => void;
};

let question: Question | undefined;
const listeners = new Set<() => void>();

/**
 * Whatever is refused for want of a second factor waits until the member has shown one, and then goes out again as it
 * was, idempotency key and all: the caller sees only the answer. Where the member would rather not, the refusal.
 */
export const withStepUp =
  (send: Send): Send =>
  async (url, init) => {
    const response = await send(url, init);
    if (!(await asksForFactor(response, init))) return response;
    return (await askForFactor(await actionOf(url, init))) ? send(url, init) : response;
  };

/** At sign-in, where there is no session yet, the form asks by itself. */
async function asksForFactor(response: Response, { headers }: RequestInit): Promise<boolean> {
  if (response.status !== 403 || !new Headers(headers).has('authorization')) return false;
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return readErrorBody(json)?.code === 'second_factor_required';
}

/** Few have a second factor: the rest need not load its words. */
const actionOf = (url: string, init: RequestInit): Promise<string | undefined> =>
  import('./step-up-words.ts').then(
    (words) => words.actionOf(url, init),
    () => undefined,
  );

/** One question for all calls that wait for it. With nobody there to put it, the answer is no. */
function askForFactor(action: string | undefined): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  question ??= newQuestion();
  if (action !== undefined) question.actions.add(action);
  tell();
  return question.answer;
}

function newQuestion(): Question {
  const { promise: answer, resolve } = Promise.withResolvers<boolean>();
  const settle = (shown: boolean) => {
    question = undefined;
    resolve(shown);
    tell();
  };
  return { actions: new Set(), answer, settle };
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

export const stepUpAsked = (): boolean => question !== undefined;

/** What is confirmed by it, such as `withdraw $80.00`; empty where there are no words for it. */
export const stepUpAction = (): string => [...(question?.actions ?? [])].join(' and to ');

export const settleStepUp = (shown: boolean) => question?.settle(shown);
