import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { isLive } from '../../api/page-settings.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { DevelopersTab } from './developers-search.ts';
import { EventLogTab } from './events/event-log-tab.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import { SimulateTab } from './simulate/simulate-tab.tsx';
import { FailingWebhooks } from './webhooks/failing-webhooks.tsx';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';
import styles from './developers.module.css';

/** API keys, webhooks, the event log and, in a sandbox, the test clock of the account. The URL holds the tab. */
export function DevelopersPage() {
  const { user } = useSession();
  const { tab = 'keys' } = useSearch({ from: '/developers' });
  const navigate = useNavigate({ from: '/developers' });
  const manages = useMay('manage');
  if (!user) return null;
  const simulates = manages && !isLive();
  const shown = tab === 'simulate' && !simulates ? 'keys' : tab;
  const show = (next: DevelopersTab) => void navigate({ search: { tab: next }, replace: true, resetScroll: false });
  return (
    <main className="wrap">
      <header className="page-head">
        <div>
          <h1>Developers</h1>
          <p className="muted">
            Connect your own programs to the account of <bdi>{user.name}</bdi>. See the{' '}
            <Link to={paths.developersDocs} className="link">
              guides
            </Link>{' '}
            and the{' '}
            <a className="link" href="/api/docs">
              API reference
            </a>
            .
          </p>
        </div>
      </header>
      {manages && (
        <div className={styles.banner}>
          <FailingWebhooks onShow={() => show('webhooks')} isShown={shown === 'webhooks'} />
        </div>
      )}
      <Tabs<DevelopersTab>
        label="Developers"
        className={styles.tabs}
        value={manages ? shown : 'events'}
        onChange={show}
        tabs={[
          ...(manages
            ? [
                { value: 'keys' as const, label: 'API keys', content: <KeysTab /> },
                { value: 'webhooks' as const, label: 'Webhooks', content: <WebhooksTab /> },
              ]
            : []),
          { value: 'events', label: 'Events', content: <EventLogTab /> },
          ...(simulates ? [{ value: 'simulate' as const, label: 'Simulate', content: <SimulateTab /> }] : []),
        ]}
      />
    </main>
  );
}
