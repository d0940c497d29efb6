import { errorBody } from '@florin/contract';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

type Question = { readonly answer: Promise<boolean>; readonly settle: (shown: boolean) => void };

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
    return (await askForFactor()) ? send(url, init) : response;
  };

/** At sign-in, where there is no session yet, the form asks by itself. */
async function asksForFactor(response: Response, { headers }: RequestInit): Promise<boolean> {
  if (response.status !== 403 || !new Headers(headers).has('authorization')) return false;
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return errorBody.safeParse(json).data?.code === 'second_factor_required';
}

/** One question for all calls that wait for it. With nobody there to put it, the answer is no. */
function askForFactor(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (question) return question.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  question = {
    answer: promise,
    settle: (shown) => {
      question = undefined;
      resolve(shown);
      tell();
    },
  };
  tell();
  return promise;
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

export const settleStepUp = (shown: boolean) => question?.settle(shown);
