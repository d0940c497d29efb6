import { Mail, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSecondsLeft } from '../../wallet-ui/held-price/use-seconds-left.ts';
import { useForgot } from './use-forgot.ts';

const waitSeconds = 60;

/** Offers to send the email again after a minute. */
export function EmailSent({ email }: { email: string }) {
  const [sentAt, setSentAt] = useState(() => performance.now());
  const left = Math.ceil(useSecondsLeft(sentAt, waitSeconds));
  const { send, busy, problem } = useForgot({ onSent: () => setSentAt(performance.now()) });
  return (
    <>
      {/* Not a Notice, because a screen reader would announce it every second. */}
      <div className="why">
        <Icon as={Mail} size={16} />
        <span>No email? Check your spam folder, or send it again{left > 0 ? ` in ${clockText(left)}` : ''}.</span>
      </div>
      {problem !== undefined && (
        <div className="mt-3">
          <Notice icon={TriangleAlert} tone="bad">
            {problem}
          </Notice>
        </div>
      )}
      <Button size="l" block busy={busy} disabled={left > 0} className="mt-5" onClick={() => send(email)}>
        Send again
      </Button>
    </>
  );
}

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
