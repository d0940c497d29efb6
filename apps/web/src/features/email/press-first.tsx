import { Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { MailOutcome } from './mail-outcome.tsx';

type PressFirstProps = { title: string; says: string; button: string; children: ReactNode };

/**
 * Programs that check mail open its links before people do, and press nothing. An address that somebody else signed up
 * with, or mistyped as their own, is not to become theirs by that: what the link is for begins with the button.
 */
export function PressFirst({ title, says, button, children }: PressFirstProps) {
  const [isPressed, setPressed] = useState(false);
  if (isPressed) return children;
  return (
    <MailOutcome
      tone="wait"
      icon={Mail}
      title={title}
      action={
        <Button variant="primary" size="l" block onClick={() => setPressed(true)}>
          {button}
        </Button>
      }
    >
      {says}
    </MailOutcome>
  );
}
