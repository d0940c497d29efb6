import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../when-idle.ts';

/** Loads the check of the proof after the first screen, which does not need it. */
export const checkProofLater = (queryClient: QueryClient): void =>
  void whenIdle(queryClient)
    .then(() => import('./watch-own-proof.ts'))
    .then(({ watchOwnProof }) => watchOwnProof(queryClient));
