export type LinkTexts = {
  readonly title: string;
  /** The purpose of the link, shown above the button. */
  readonly description: string;
  readonly button: string;
  /** The title while the request is in progress. */
  readonly busyTitle: string;
};
