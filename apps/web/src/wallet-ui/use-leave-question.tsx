import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { navigateBelowLayers } from '../ui/history-layers.ts';
import { useBackCloses } from '../ui/use-back-closes.ts';
import { DiscardQuestion } from '../ui/use-discard-question.tsx';

/**
 * Asks for confirmation before Back or a link inside the app leaves a page with unsaved changes. Returns the question
 * to show. A navigation after the changes are saved or discarded sets `ignoreBlocker`.
 */
export function useLeaveQuestion(isChanged: boolean): ReactNode {
  const { history } = useRouter();
  const [leave, setLeave] = useState<() => void>();
  // Back reaches this layer first, and the layer stays open.
  useBackCloses(isChanged, () =>
    setLeave(() => () => navigateBelowLayers(() => history.back({ ignoreBlocker: true }))),
  );
  useEffect(() => {
    if (!isChanged) return;
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, nextLocation: { href, state } }) => {
        if (action !== 'PUSH' && action !== 'REPLACE') return false;
        const navigate = action === 'PUSH' ? history.push : history.replace;
        setLeave(() => () => navigate(href, state, { ignoreBlocker: true }));
        return true;
      },
    });
  }, [history, isChanged]);
  return leave && <DiscardQuestion onDiscard={leave} onKeep={() => setLeave(undefined)} />;
}
