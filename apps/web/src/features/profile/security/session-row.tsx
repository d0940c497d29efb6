import { endpoints, type OpenSession } from '@florin/contract';
import { Laptop, MonitorSmartphone, Smartphone, type LucideIcon } from 'lucide-react';
import { api } from '../../../api/client.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';
import { useRefreshSecurity } from './use-refresh-security.ts';

export function SessionRow({ session }: { session: OpenSession }) {
  const { device, kind, network, current, new_device: isNew } = session;
  return (
    <div className="dev">
      <Icon as={icons[kind]} size={22} />
      <div>
        <span className="dev-name">
          <b className="strong">{device}</b>
          {current && <Badge tone="ok">This device</Badge>}
          {isNew && !current && <Badge tone="low">New device</Badge>}
        </span>
        <p className="small muted">
          {network} · {current ? 'now' : transactionWhen(session.last_seen_at)}
        </p>
      </div>
      {current ? <span /> : <SignOut session={session} />}
    </div>
  );
}

const icons: Record<OpenSession['kind'], LucideIcon> = {
  desktop: Laptop,
  phone: Smartphone,
  other: MonitorSmartphone,
};

function SignOut({ session: { id, device } }: { session: OpenSession }) {
  const refresh = useRefreshSecurity();
  const { run, busy } = useCommand({
    call: () => api.call(endpoints.endOneSession, { params: { id } }),
    // After an error, too: the session may have ended already, so the list is out of date.
    onSettled: refresh,
    onFailed: (error) => toast.error(troubleText(error)),
  });
  return (
    <Button variant="quiet" size="s" busy={busy} onClick={() => run(undefined)} aria-label={`Sign out ${device}`}>
      Sign out
    </Button>
  );
}
