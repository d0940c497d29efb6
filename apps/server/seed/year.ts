import type { FiatCode } from '@florin/money';
import { momentBefore, monthName, type Ago } from './calendar.ts';
import { amara, hana, ines, jonas, lea, tomas, type Character } from './cast.ts';
import type { DatedScene, Scene } from './scene.ts';

/**
 * A year of the demo account: a monthly salary and rent, regular coin purchases, and payments between friends. All
 * dates are counted back from the opening day, so that each fresh sandbox has the same year.
 */
export function yearBefore(opened: Date): readonly DatedScene[] {
  const schedule: Schedule = (ago, scene) => {
    const at = momentBefore(opened, ago);
    return { at, scene: typeof scene === 'function' ? scene(at) : scene };
  };
  return [
    ...beginnings(schedule),
    ...months.flatMap((ago) => month(schedule, ago)),
    ...occasions(schedule),
    ...weekly(schedule),
  ]
    .map((scheduled, place) => ({ ...scheduled, place }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

type ScheduledScene = Omit<DatedScene, 'place'>;
type Schedule = (ago: Ago, scene: Scene | ((at: Date) => Scene)) => ScheduledScene;

const monthCount = 12;
/** How many months ago, oldest first. */
const months = Array.from({ length: monthCount }, (_, month) => monthCount - 1 - month);

const adds = (who: Character, amount: string, currency: FiatCode, from: 'card' | 'bank' = 'card'): Scene => ({
  does: 'adds funds',
  who,
  amount,
  currency,
  from,
});
const sends = (who: Character, to: Character, amount: string, currency: FiatCode, note: string): Scene => ({
  does: 'sends',
  who,
  to,
  amount,
  currency,
  note,
});
const buys = (symbol: string, amount: string, who: Character = ines): Scene => ({ does: 'buys', who, symbol, amount });
const sells = (symbol: string, share: bigint): Scene => ({ does: 'sells', who: ines, symbol, share });
const exchanges = (amount: string, into: FiatCode): Scene => ({
  does: 'exchanges',
  who: ines,
  amount,
  currency: 'EUR',
  into,
});

/** The opening balances. */
const beginnings = (schedule: Schedule): ScheduledScene[] => [
  schedule({ months: 11, days: 28, at: '09:14' }, adds(ines, '12000.00', 'USD')),
  schedule({ months: 11, days: 28, at: '09:21' }, adds(ines, '2400.00', 'EUR')),
  schedule({ months: 11, days: 28, at: '09:25' }, adds(ines, '452.86', 'GBP')),
  schedule({ months: 11, days: 28, at: '18:40' }, adds(jonas, '1850.00', 'USD')),
  schedule({ months: 11, days: 27, at: '19:02' }, adds(lea, '900.00', 'EUR')),
  schedule({ months: 11, days: 26, at: '12:33' }, adds(hana, '600.00', 'USD')),
  schedule({ months: 11, days: 26, at: '20:05' }, buys('BTC', '4000.00')),
  schedule({ months: 11, days: 24, at: '19:48' }, buys('BTC', '400.00', jonas)),
];

/** The monthly scenes. Varying amounts rotate, starting with the oldest month. */
function month(schedule: Schedule, ago: number): ScheduledScene[] {
  const rotate = (amounts: readonly string[]) => amounts[(monthCount - 1 - ago) % amounts.length] ?? '0';
  const isQuarter = ago % 3 === 2;
  return [
    ...(isQuarter ? [schedule({ months: ago, days: 15, at: '08:00' }, adds(amara, '11200.00', 'EUR'))] : []),
    schedule({ months: ago, days: 14, at: '08:05' }, (at) =>
      sends(amara, ines, '3400.00', 'EUR', `Salary, ${monthName(at)}`),
    ),
    schedule({ months: ago, days: 13, at: '10:30' }, (at) =>
      sends(ines, tomas, '1150.00', 'EUR', `Rent, ${monthName(at)}`),
    ),
    schedule({ months: ago, days: 12, at: '19:20' }, exchanges(rotate(['1400.00', '1350.00', '1500.00']), 'USD')),
    schedule({ months: ago, days: 12, at: '19:24' }, exchanges(rotate(['150.00', '120.00']), 'GBP')),
    schedule({ months: ago, days: 11, at: '19:45' }, buys('ETH', '150.00')),
    schedule(
      { months: ago, days: 8, at: '17:12' },
      sends(ines, lea, rotate(['46.20', '58.75', '39.90', '64.10']), 'GBP', 'Groceries'),
    ),
    schedule(
      { months: ago, days: 5, at: '21:38' },
      sends(ines, jonas, rotate(['42.00', '27.50', '61.80']), 'USD', rotate(dinners)),
    ),
    schedule({ months: ago, days: 4, at: '08:27' }, adds(ines, rotate(['80.00', '50.00', '120.00']), 'USD')),
    ...(isQuarter
      ? withdrawal(schedule, { months: ago, days: 9, at: '10:02' }, { amount: '1500.00', currency: 'EUR' })
      : []),
  ];
}

const dinners = ['Dinner', 'Cinema', 'Climbing', 'Pizza night', 'Bike repair'];

/** A withdrawal, which the bank settles a day later. */
const withdrawal = (schedule: Schedule, ago: Ago, money: { amount: string; currency: FiatCode }): ScheduledScene[] => [
  schedule(ago, { does: 'withdraws', who: ines, ...money }),
  schedule({ ...ago, days: ago.days - 1 }, { does: 'settles bank orders', who: ines }),
];

const asked = (who: Character, by: Character, amount: string, currency: FiatCode, note: string): Scene => ({
  does: 'pays a request',
  who,
  by,
  amount,
  currency,
  note,
});

/** The scenes that happen once. */
const occasions = (schedule: Schedule): ScheduledScene[] => [
  schedule({ months: 10, days: 20, at: '18:31' }, buys('ETH', '3000.00')),
  schedule({ months: 10, days: 2, at: '12:10' }, sends(jonas, ines, '38.00', 'USD', 'Museum and lunch')),
  schedule({ months: 9, days: 21, at: '20:44' }, buys('SOL', '2400.00')),
  schedule({ months: 9, days: 3, at: '16:20' }, asked(ines, hana, '48.00', 'USD', 'Concert tickets')),
  schedule({ months: 8, days: 24, at: '09:00' }, adds(ines, '8000.00', 'USD', 'bank')),
  schedule({ months: 8, days: 23, at: '11:30' }, { does: 'settles bank orders', who: ines }),
  schedule({ months: 8, days: 22, at: '21:05' }, buys('BTC', '3000.00')),
  schedule({ months: 7, days: 19, at: '13:37' }, buys('LINK', '1200.00')),
  schedule({ months: 7, days: 6, at: '09:55' }, asked(jonas, ines, '142.50', 'USD', 'Hotel in Porto')),
  schedule({ months: 6, days: 25, at: '19:18' }, buys('ETH', '2500.00')),
  schedule({ months: 6, days: 3, at: '22:01' }, sells('SOL', 15n)),
  schedule({ months: 5, days: 26, at: '08:50' }, adds(ines, '10000.00', 'USD')),
  schedule({ months: 5, days: 25, at: '20:20' }, buys('BTC', '3000.00')),
  schedule({ months: 5, days: 7, at: '15:42' }, asked(ines, lea, '27.80', 'GBP', 'Train to Bath')),
  schedule({ months: 4, days: 18, at: '21:12' }, buys('SOL', '1800.00')),
  ...withdrawal(schedule, { months: 4, days: 6, at: '11:05' }, { amount: '1200.00', currency: 'USD' }),
  schedule({ months: 4, days: 2, at: '18:08' }, asked(ines, hana, '35.00', 'USD', 'Birthday gift')),
  schedule({ months: 3, days: 17, at: '19:50' }, buys('LINK', '900.00')),
  schedule({ months: 3, days: 1, at: '20:33' }, sells('BTC', 5n)),
  schedule({ months: 2, days: 27, at: '09:26' }, adds(ines, '6000.00', 'USD', 'bank')),
  schedule({ months: 2, days: 26, at: '10:40' }, { does: 'settles bank orders', who: ines }),
  schedule({ months: 2, days: 10, at: '21:47' }, sells('ETH', 10n)),
  schedule({ months: 2, days: 3, at: '13:15' }, asked(jonas, ines, '31.00', 'USD', 'Climbing gym')),
  schedule({ months: 1, days: 16, at: '20:58' }, sells('LINK', 20n)),
  ...withdrawal(schedule, { months: 1, days: 7, at: '09:41' }, { amount: '900.00', currency: 'USD' }),
  schedule({ days: 9, at: '18:22' }, sells('SOL', 10n)),
  schedule({ days: 3, at: '12:12' }, sends(ines, lea, '40.00', 'GBP', 'Museum')),
  schedule({ days: 2, at: '10:47' }, sends(amara, ines, '1250.00', 'EUR', 'Invoice 2026-114')),
];

/** A small Bitcoin purchase every week. */
const weekly = (schedule: Schedule): ScheduledScene[] =>
  Array.from({ length: 50 }, (_, week) => schedule({ days: 1 + 7 * week, at: '07:30' }, buys('BTC', '75.00')));
