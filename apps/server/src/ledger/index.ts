export { openLedger, type Ledger } from './ledger.ts';
export { openUncounted } from './open-shard.ts';
export type { Remainder } from './accounts.ts';
export { houseOwner, withoutZeros } from './entry.ts';
export type { AccountId, Draw, EntryMetadata, JournalEntry, Outcome, Posting } from './entry.ts';
export type { ExceededLimit, RefusalSentences, Standing } from './post-or-refuse.ts';
export { limitAsset } from './post-batch.ts';
export { drawnAtMost, ever, usedIn, type Usage } from './usage.ts';
export type { Balance } from './balances.ts';
export { isLedgerClosed } from './is-ledger-closed.ts';
export { scheduleNewPostingsIndex } from './index-new-postings.ts';
export { scheduleYears } from './open-years.ts';
export { closeLedgers, keepShards } from './shards/keep-shards.ts';
export { showAllBooks } from './shards/show-all-books.ts';
export { findingsIn, runSweep, scheduleSweeps } from './sweep.ts';
export { moveSlots, slotsOf, type SlotsMoved } from './shards/move-slots.ts';
export { assertNoneBetween, holdMoves } from './shards/hold-moves.ts';
export { hasSeenEntry } from './shards/seen-entries.ts';
export { sweepBetweenLedgers } from './shards/sweep-between-ledgers.ts';
export {
  accountFacts,
  journalLinesOf,
  journalLines,
  journalMoment,
  type AccountFacts,
  type JournalLine,
  type JournalMoment,
  type JournalPosting,
} from './journal-lines.ts';
export { returnedKind } from './shards/halves.ts';
export { allEntries, entryRange, mainShard, shardOfEntry, type EntryRange } from './shards/ids.ts';
export {
  forgetShard,
  isShardUsed,
  knownShards,
  makeReader,
  numberShard,
  readerName,
  readOnce,
  registerShard,
  spreadSlots,
  standStill,
} from './shards/own-shards.ts';
