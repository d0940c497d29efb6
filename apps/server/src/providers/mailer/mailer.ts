export type OutgoingMail = {
  /** The same id for every attempt, so that receivers can recognize repetitions. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Pictures that the HTML refers to by `cid:`. */
  readonly inline?: readonly { readonly cid: string; readonly png: Buffer }[];
};

/** Sends mail. Resolves when the next mail server has accepted the mail. */
export type Mailer = { readonly send: (mail: OutgoingMail) => Promise<void> };
