import type { KeyboardEvent } from 'react';

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The rows are links, which do without this; it lets the arrow keys go from one to the next. */
export function goByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.currentTarget;
  const rows = [...(row.closest('.ledger')?.querySelectorAll<HTMLElement>('.row-tx') ?? [])];
  const next = rows[rows.indexOf(row) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
