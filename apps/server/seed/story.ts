import { amara, hana, ines, jonas, lea, tomas } from './cast.ts';
import { leasPapers, tomasPapers } from './papers.ts';
import type { Scene } from './scene.ts';

/** What happens as the sandbox opens, after the year that was, in this order. */
export const story: readonly Scene[] = [
  { does: 'sends', who: jonas, to: ines, amount: '64.50', currency: 'USD', note: 'Train tickets' },
  { does: 'buys', who: ines, symbol: 'BTC', amount: '500.00' },
  { does: 'sends', who: ines, to: jonas, amount: '100.00', currency: 'USD', note: 'Dinner on Friday' },
  { does: 'writes down', who: ines, whom: jonas, favorite: true },
  { does: 'writes down', who: ines, whom: hana, favorite: true },
  { does: 'writes down', who: ines, whom: amara, favorite: false },
  { does: 'writes down', who: ines, whom: tomas, favorite: false },
  { does: 'asks', who: hana, from: ines, amount: '24.00', currency: 'USD', note: 'Concert ticket' },
  { does: 'asks', who: ines, from: tomas, amount: '38.50', currency: 'USD', note: 'Dinner on Saturday' },
  { does: 'shows papers', who: lea, papers: leasPapers },
  { does: 'shows papers', who: tomas, papers: tomasPapers },
];
