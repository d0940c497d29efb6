import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { overviewQuery } from './operations-queries.ts';
import { PayoutCount } from './payouts/payout-count.tsx';
import { sections, type SectionId } from './sections.ts';
import styles from './operations.module.css';

export function SectionNav() {
  const current = useCurrentSection();
  const { data } = useQuery(overviewQuery);
  const counts: Partial<Record<SectionId, number>> = {
    ...(data && {
      identity: data.checks,
      proposals: data.proposals,
      orders: data.withdrawals + data.deposits,
      bank: data.unallocated,
      screening: data.screening,
    }),
  };
  return (
    <nav className={styles.navigation} aria-label="Areas">
      {sections.map(({ id, name }) => (
        // A plain link, because a router link would mark every section as the current page.
        <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
          {name}
          {counts[id] !== undefined && <span className="number">{counts[id]}</span>}
          {id === 'payouts' && <PayoutCount />}
        </a>
      ))}
    </nav>
  );
}

/** Returns the current section: the section of the URL hash while visible, else the first visible section. */
function useCurrentSection(): SectionId {
  const hash = useLocation({ select: (location) => location.hash });
  return useSyncExternalStore(onScroll, () => {
    const chosen = sections.find(({ id }) => id === hash);
    if (chosen && isVisible(chosen.id)) return chosen.id;
    return sections.find(({ id }) => isVisible(id))?.id ?? sections[0].id;
  });
}

/** True if more than the last line of the heading is visible below the bar. */
function isVisible(id: SectionId): boolean {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 160 && box.top < innerHeight - 80;
}

function onScroll(onChange: () => void) {
  const events = ['scroll', 'resize'] as const;
  for (const event of events) addEventListener(event, onChange, { passive: true });
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}
