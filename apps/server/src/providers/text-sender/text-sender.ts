export type OutgoingText = {
  /** The same id for every attempt, so that the gateway can recognize repetitions. */
  readonly id: string;
  /** A plus sign and digits. */
  readonly to: string;
  readonly text: string;
};

/** Sends text messages. Resolves when the gateway has accepted the message. */
export type TextSender = { readonly send: (text: OutgoingText) => Promise<void> };
