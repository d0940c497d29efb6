import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../loaded.tsx';
import { payoutDeskQuery } from '../operations-queries.ts';
import { Section } from '../section.tsx';
import { AccountChanges } from './account-changes.tsx';
import { Batches } from './batches.tsx';
import { ReadyPayouts } from './ready-payouts.tsx';
import { TwoPeople } from './two-people.tsx';
import styles from './payouts.module.css';

/**
 * Withdrawals and returns to payers that are paid by file. One operator creates a batch of payouts, and another
 * operator approves the batch.
 */
export function Payouts() {
  const query = useQuery(payoutDeskQuery);
  return (
    <div id="payouts" className={styles.desk}>
      <Section id="payouts-ready" title="Ready payouts" end={<TwoPeople />}>
        <Loaded query={query}>{(desk) => <ReadyPayouts desk={desk} />}</Loaded>
      </Section>
      {query.data && <Batches batches={query.data.batches} />}
      {query.data && query.data.changes.length > 0 && <AccountChanges changes={query.data.changes} />}
    </div>
  );
}
