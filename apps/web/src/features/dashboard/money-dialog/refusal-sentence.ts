import { isUnanswered, refusalText } from '../../../api/refusal-text.ts';

/** Returns the server's message, or `refused` as fallback. Without a response, says that a retry is safe. */
export const refusalSentence = (error: unknown, { refused, unanswered }: { refused: string; unanswered: string }) =>
  isUnanswered(error) ? `The server did not answer. Try again: ${unanswered}.` : refusalText(error, refused);
