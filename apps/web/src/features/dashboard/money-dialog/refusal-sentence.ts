import { isUnanswered, refusalText } from '../../../api/refusal-text.ts';

/** The server's sentence, else ours. Without an answer the reader has to know that trying again is safe. */
export const refusalSentence = (error: unknown, { refused, unanswered }: { refused: string; unanswered: string }) =>
  isUnanswered(error) ? `The server did not answer. Try again: ${unanswered}.` : refusalText(error, refused);
