import { CallRefused } from '@florin/contract';
import { refusalText } from '../../../api/refusal-text.ts';

/** The server's sentence, else ours. Without an answer the reader has to know that trying again is safe. */
export const refusalSentence = (error: unknown, { refused, unanswered }: { refused: string; unanswered: string }) =>
  error instanceof CallRefused ? refusalText(error, refused) : `The server did not answer. Try again: ${unanswered}.`;
