import type { ErrorCode } from '@florin/contract';
import { isUnanswered, refusalCode, refusalFields, refusalText } from '../../../api/refusal-text.ts';
import type { Problem } from '../../../wallet-ui/use-money-form.ts';

type Messages = {
  /** The message if the server sent no message. */
  readonly refused: string;
  /** Why a retry is safe. */
  readonly unanswered: string;
};

/**
 * Returns the server's message, or `refused` as fallback. Without a response, the sentence states that a retry is safe.
 */
export const refusalSentence = (error: unknown, { refused, unanswered }: Messages) =>
  isUnanswered(error) ? `The server did not answer. Try again: ${unanswered}.` : refusalText(error, refused);

/** Puts the server's message at the amount field if the message concerns the amount, else into the form. */
export function dialogProblem(
  error: unknown,
  messages: Messages,
  amountCodes: readonly ErrorCode[] = [],
): Problem<{ readonly amount?: string }> {
  const sentence = refusalSentence(error, messages);
  const code = refusalCode(error);
  const isAboutAmount = code !== undefined && amountCodes.includes(code);
  const amount = refusalFields(error)['amount'] ?? (isAboutAmount ? sentence : undefined);
  return amount === undefined ? { errors: {}, sentence, refusal: sentence } : { errors: { amount }, sentence: amount };
}
