import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { sections, type SectionId } from './sections.ts';

/** Returns the current section: the one in the URL hash while it is visible, else the first visible one. */
export function useCurrentSection(): SectionId {
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
