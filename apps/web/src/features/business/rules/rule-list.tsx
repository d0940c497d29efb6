import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import page from '../business.module.css';
import styles from './rules.module.css';

type Listed = { readonly name: string; readonly sentence: string };
type RuleListProps = { rules: readonly Listed[]; actsOf?: (name: string, sentence: string) => ReactNode };

/** The rules as sentences. If several rules apply, the strictest rule decides. */
export function RuleList({ rules, actsOf }: RuleListProps) {
  if (rules.length === 0)
    return <EmptyState title="No rules">All people who may pay make payments without an approval.</EmptyState>;
  return (
    <ul>
      {rules.map(({ name, sentence }) => (
        <li className={`row ${styles.rule}`} key={name}>
          <span className={page.wraps}>{sentence}</span>
          {actsOf && <span className={styles.acts}>{actsOf(name, sentence)}</span>}
        </li>
      ))}
    </ul>
  );
}
