import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from './operations-queries.ts';
import { sections, type SectionId } from './sections.ts';
import { useCurrentSection } from './use-current-section.ts';

export function SectionNav() {
  const current = useCurrentSection();
  const { data } = useQuery(overviewQuery);
  const counts: Partial<Record<SectionId, number>> = data
    ? { identity: data.checks, proposals: data.proposals, orders: data.withdrawals + data.deposits }
    : {};
  return (
    <nav className="ops-nav" aria-label="Areas">
      {sections.map(({ id, name }) => (
        // A plain link, because a router link would mark every section as the current page.
        <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
          {name}
          {counts[id] !== undefined && <span className="n">{counts[id]}</span>}
        </a>
      ))}
    </nav>
  );
}
