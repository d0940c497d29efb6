import { Mail, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSecondsLeft } from '../../wallet-ui/held-price/use-seconds-left.ts';
import { useForgot } from './use-forgot.ts';

const waitSeconds = 60;

/** Another mail can be asked for after a minute. */
export function MailOnItsWay({ email }: { email: string }) {
  const [sentAt, setSentAt] = useState(() => performance.now());
  const left = Math.ceil(useSecondsLeft(sentAt, waitSeconds));
  const { send, busy, trouble } = useForgot({ onSent: () => setSentAt(performance.now()) });
  return (
    <>
      {/* Not a notice, which would be read out every second. */}
      <div className="why">
        <Icon as={Mail} size={16} />
        <span>
          Nothing there? Look in the spam folder, or send it again{left > 0 ? ` in ${minutesText(left)}` : ''}.
        </span>
      </div>
      {trouble !== undefined && (
        <div className="mt-3">
          <Notice icon={TriangleAlert} tone="bad">
            {trouble}
          </Notice>
        </div>
      )}
      <Button size="l" block busy={busy} disabled={left > 0} className="mt-5" onClick={() => send(email)}>
        Send again
      </Button>
    </>
  );
}

const minutesText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
