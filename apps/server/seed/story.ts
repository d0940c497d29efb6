import { amara, hana, ines, jonas, lea, tomas } from './cast.ts';
import { leasPapers, tomasPapers } from './papers.ts';
import type { Scene } from './scene.ts';

/** The scenes of the day on which the sandbox opens, after the past year, in this order. */
export const story: readonly Scene[] = [
  { does: 'sends', who: jonas, to: ines, amount: '64.50', currency: 'USD', note: 'Train tickets' },
  { does: 'buys', who: ines, symbol: 'BTC', amount: '500.00' },
  { does: 'sends', who: ines, to: jonas, amount: '100.00', currency: 'USD', note: 'Dinner on Friday' },
  { does: 'saves a contact', who: ines, whom: jonas, favorite: true },
  { does: 'saves a contact', who: ines, whom: hana, favorite: true },
  { does: 'saves a contact', who: ines, whom: amara, favorite: false },
  { does: 'saves a contact', who: ines, whom: tomas, favorite: false },
  { does: 'requests money', who: hana, from: ines, amount: '24.00', currency: 'USD', note: 'Concert ticket' },
  { does: 'requests money', who: ines, from: tomas, amount: '38.50', currency: 'USD', note: 'Dinner on Saturday' },
  { does: 'submits KYC', who: lea, papers: leasPapers },
  { does: 'submits KYC', who: tomas, papers: tomasPapers },
];
