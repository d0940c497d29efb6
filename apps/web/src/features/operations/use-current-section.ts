import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { sections, type SectionId } from './sections.ts';

/** The area that is looked at: the one that was gone to while it can be seen, else the first that can. */
export function useCurrentSection(): SectionId {
  const hash = useLocation({ select: (location) => location.hash });
  return useSyncExternalStore(onScroll, () => {
    const chosen = sections.find(({ id }) => id === hash);
    if (chosen && isSeen(chosen.id)) return chosen.id;
    return sections.find(({ id }) => isSeen(id))?.id ?? sections[0].id;
  });
}

/** Below the bar, with more than its heading's last line. */
function isSeen(id: SectionId): boolean {
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
