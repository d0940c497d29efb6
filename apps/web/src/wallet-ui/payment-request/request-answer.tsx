import { whenNeeded } from '../../ui/when-needed.tsx';
import type { Answer } from './answer-dialog.tsx';

export const AnswerDialog = whenNeeded(() => import('./answer-dialog.tsx').then((loaded) => loaded.AnswerDialog));

/** Undefined before the first answer, null while none is under way. */
type RequestAnswerProps = { answer: Answer | null | undefined; onClose: () => void };

/** Beside a list of requests, and in none of them: one that is paid leaves the list before its payment is answered, or without. */
export function RequestAnswer({ answer, onClose }: RequestAnswerProps) {
  return answer !== undefined && <AnswerDialog answer={answer ?? undefined} onClose={onClose} />;
}
