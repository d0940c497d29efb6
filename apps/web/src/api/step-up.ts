import { readErrorBody } from '@florin/contract';

export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** The confirmation that a rejected call needs. */
type Kind = 'factor' | 'password';

type Confirmation = {
  readonly kind: Kind;
  /** Descriptions of the waiting calls. */
  readonly actions: Set<string>;
  readonly answer: Promise<boolean>;
  readonly settle: (shown: boolean) => void;
};

let confirmation: Confirmation | undefined;
const listeners = new Set<() => void>();

/**
 * Waits for the member's confirmation if a call needs a second factor or the password. Then repeats the call unchanged,
 * with the same idempotency key. If the member cancels, the caller gets the original error.
 */
export const withStepUp =
  (send: Send): Send =>
  async (url, init) => {
    const response = await send(url, init);
    const kind = await requiredKind(response, init);
    if (kind === undefined) return response;
    return (await confirm(kind, await actionOf(url, init))) ? send(url, init) : response;
  };

/**
 * Returns the confirmation that a 403 requires. Ignores calls without a token, because the sign-in form asks for the
 * factor itself.
 */
async function requiredKind(response: Response, { headers }: RequestInit): Promise<Kind | undefined> {
  if (response.status !== 403 || !new Headers(headers).has('authorization')) return undefined;
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const code = readErrorBody(json)?.code;
  if (code === 'second_factor_required') return 'factor';
  return code === 'password_required' ? 'password' : undefined;
}

/** Loads the descriptions on demand, because few calls need a confirmation. */
const actionOf = (url: string, init: RequestInit): Promise<string | undefined> =>
  import('./step-up-words.ts').then(
    (words) => words.actionOf(url, init),
    () => undefined,
  );

/** Starts or joins the current confirmation. Resolves to false if no dialog is mounted. */
function confirm(kind: Kind, action: string | undefined): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  confirmation ??= newConfirmation(kind);
  if (action !== undefined) confirmation.actions.add(action);
  notifyListeners();
  return confirmation.answer;
}

function newConfirmation(kind: Kind): Confirmation {
  const { promise: answer, resolve } = Promise.withResolvers<boolean>();
  const settle = (shown: boolean) => {
    confirmation = undefined;
    resolve(shown);
    notifyListeners();
  };
  return { kind, actions: new Set(), answer, settle };
}

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Subscribes the confirmation dialog. Unsubscribing cancels an open confirmation. */
export function subscribeToStepUp(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) confirmation?.settle(false);
  };
}

/** The requirement of the open confirmation. Undefined if no confirmation is open. */
export const requiredStepUp = (): Kind | undefined => confirmation?.kind;

/** The actions to confirm, such as `withdraw $80.00`. Empty if the actions are unknown. */
export const stepUpAction = (): string => [...(confirmation?.actions ?? [])].join(' and to ');

export const settleStepUp = (shown: boolean) => confirmation?.settle(shown);
