export type OutgoingMail = {
  /** The same for every attempt: a receiver can tell a repetition by it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Pictures that the HTML names by `cid:`. */
  readonly inline?: readonly { readonly cid: string; readonly png: Buffer }[];
};

/** Takes mail to the outside. Resolves when the next server on the way has taken it over. */
export type Mailer = { readonly send: (mail: OutgoingMail) => Promise<void> };
