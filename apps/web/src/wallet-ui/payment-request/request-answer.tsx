import { loadOnDemand } from '../../ui/load-on-demand.tsx';
import type { Answer } from './answer-dialog.tsx';

export const AnswerDialog = loadOnDemand(() => import('./answer-dialog.tsx').then((loaded) => loaded.AnswerDialog));

/** `answer` is undefined until the first answer, and null after a dialog closes. */
type RequestAnswerProps = { answer: Answer | null | undefined; onClose: () => void };

/**
 * Put this component next to a list of requests, not inside a row: a paid request can leave the list before its payment
 * ends.
 */
export function RequestAnswer({ answer, onClose }: RequestAnswerProps) {
  return answer !== undefined && <AnswerDialog answer={answer ?? undefined} onClose={onClose} />;
}
