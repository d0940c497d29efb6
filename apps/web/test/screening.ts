import type { ScreeningHit, ScreeningState } from '@florin/contract';
import { hoursAgo } from './hours-ago.ts';

export const hitOf = (given: Partial<ScreeningHit> = {}): ScreeningHit => ({
  id: '5',
  line: '41',
  member: null,
  name: 'BERTOLANI ZELIM',
  found: [
    {
      list: 'UN',
      id: 'QDi.901',
      name: 'Zelim Bertolani',
      matched_name: 'Selim Bertolani',
      score: 94,
      program: 'UN sanctions',
    },
  ],
  state: 'waiting',
  found_at: hoursAgo(2),
  decided_by: null,
  decided_at: null,
  reason: null,
  yours: false,
  ...given,
});

export const screeningOf = (given: Partial<ScreeningState> = {}): ScreeningState => ({
  lists: [
    {
      list: 'UN',
      date: '2024-11-04',
      entries: 1_005,
      files: [{ name: 'un.xml', sha256: '1e4662db64f5'.padEnd(64, '0') }],
    },
  ],
  problem: null,
  are_missing: false,
  hits: [],
  waiting: 0,
  ...given,
});
