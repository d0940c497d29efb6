import { ruleSentence, type User } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../api/may.ts';
import { paymentRulesQuery } from '../../../api/queries-of-approvals.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { RuleList } from './rule-list.tsx';
import styles from '../business.module.css';

/** The rules for outgoing payments. Owners and admins change them. */
export function RulesTab({ user }: { user: User }) {
  const { data, isError, error, isFetching, refetch } = useQuery(paymentRulesQuery);
  return (
    <div className={styles.verification}>
      {data &&
        (may(user, 'manage') ? (
          <RulesEditor saved={data} />
        ) : (
          <section className="ledger" aria-labelledby="rules">
            <header>
              <h2 id="rules">Rules for payments</h2>
            </header>
            <RuleList rules={data.rules.map((rule) => ({ name: rule.name, sentence: ruleSentence(rule) }))} />
          </section>
        ))}
      {!data &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows count={3} />
        ))}
    </div>
  );
}
