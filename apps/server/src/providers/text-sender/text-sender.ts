export type OutgoingText = {
  /** The same for every attempt: a gateway can tell a repetition by it. */
  readonly id: string;
  /** A plus and digits. */
  readonly to: string;
  readonly text: string;
};

/** Takes text messages to the outside. Resolves once the gateway has taken the message over. */
export type TextSender = { readonly send: (text: OutgoingText) => Promise<void> };
