export type OutgoingMail = {
  /** The same for every attempt: a receiver can tell a repetition by it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
};

/** Takes mail to the outside. Resolves when the next server on the way has taken it over. */
export type Mailer = { readonly send: (mail: OutgoingMail) => Promise<void> };
