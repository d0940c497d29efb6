export { openLedger, type Ledger } from './ledger.ts';
export type { AccountId, Draw, EntryMetadata, JournalEntry, Outcome, Posting } from './entry.ts';
export type { ExceededLimit, RefusalSentences, Standing } from './post-or-refuse.ts';
export { drawnAtMost, ever, readUsage, usedIn, type Usage } from './usage.ts';
export type { Balance } from './balances.ts';
export { isLedgerClosed } from './is-ledger-closed.ts';
export { scheduleNewLines } from './new-lines.ts';
export { scheduleYears } from './open-years.ts';
export { runSweep, scheduleSweeps } from './sweep.ts';
