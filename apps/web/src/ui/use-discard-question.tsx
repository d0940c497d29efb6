import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Asking = { isChanged: boolean; close: () => void; question: ReactNode };

/**
 * Asks for confirmation before a form with changes closes. `typed` is the input that the form would lose. `discard`
 * closes the form. The form calls `close` for Cancel and shows `question`.
 */
export function useDiscardQuestion(typed: unknown, discard: () => void): Asking {
  const text = JSON.stringify(typed);
  const [first] = useState(text);
  const [isAsked, setIsAsked] = useState(false);
  const isChanged = text !== first;
  return {
    isChanged,
    close: () => (isChanged ? setIsAsked(true) : discard()),
    question: isAsked && <DiscardQuestion onDiscard={discard} onKeep={() => setIsAsked(false)} />,
  };
}

export const DiscardQuestion = ({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) => (
  <Dialog open onOpenChange={onKeep} title="Discard your changes?" description="They are not saved.">
    <div className="actions">
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button onClick={onKeep}>Keep editing</Button>
    </div>
  </Dialog>
);
