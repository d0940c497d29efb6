import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { ownBusinessQuery } from '../../api/queries-of-businesses.ts';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ActivityTab } from './activity-tab.tsx';
import type { BusinessTab } from './business-search.ts';
import { stateBadges } from './business-words.ts';
import { PeopleTab } from './people-tab.tsx';
import { RulesTab } from './rules/rules-tab.tsx';
import { VerificationTab } from './verification-tab.tsx';
import styles from './business.module.css';

/** Shows the details, people, rules and activity of the business. The URL holds the tab. */
export function BusinessPage() {
  const { user } = useSession();
  const { data: business } = useQuery(ownBusinessQuery);
  const { tab = 'details' } = useSearch({ from: '/business' });
  const navigate = useNavigate({ from: '/business' });
  const exports = useMay('export');
  if (!user?.business) return null;
  const badge = business && stateBadges[business.state];
  return (
    <main className="wrap">
      <header className="page-head">
        <div>
          <h1>{user.name}</h1>
          <p className={styles.identity}>
            <span>{user.email}</span>
            {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
          </p>
        </div>
      </header>
      <Tabs<BusinessTab>
        label="Business"
        className={styles.tabs}
        value={tab === 'activity' && !exports ? 'details' : tab}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
        tabs={[
          { value: 'details', label: 'Details', content: <VerificationTab /> },
          { value: 'people', label: 'People', content: <PeopleTab user={user} /> },
          { value: 'rules', label: 'Rules', content: <RulesTab user={user} /> },
          ...(exports ? [{ value: 'activity' as const, label: 'Activity', content: <ActivityTab /> }] : []),
        ]}
      />
    </main>
  );
}
