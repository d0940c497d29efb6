/**
 * Measures the sanctions search: the known variants that the search misses, the ordinary names that the search stops,
 * and the time of a search. The list is invented, with 30,000 names. If a folder contains lists of the publishers, the
 * benchmark compares ordinary names with these lists.
 *
 *   npm run florin -- bench screening        FLORIN_SCREENING_DIR=lists
 */
import { openScreening, readScreeningLists, REVIEW_SCORE, type Screening } from '@florin/screening';
import { load, print } from './figures.ts';
import { inventedList } from './screening/invented-list.ts';
import { knownVariants } from './screening/known-variants.ts';
import { ordinaryNames } from './screening/ordinary-names.ts';
import { randomOf } from './screening/random.ts';
import { rules } from './screening/variants-by-rule.ts';

const thresholds = [0.75, 0.78, 0.8, 0.82, 0.84, 0.85, 0.86, 0.88, 0.9, 0.92, 0.95];
const listedNames = 30_000;
const ordinaryCount = 2_000;
const namesPerRule = 40;

type Kind = 'person' | 'company';
type Trial = { readonly kind: Kind; readonly group: string; readonly listed: string; readonly variant: string };

const random = randomOf(20_261_129);
const invented = inventedList(listedNames, random);
const trials = [...handTrials(), ...ruleTrials()];
const ordinary = ordinaryNames(ordinaryCount, random);
const party = (kind: Kind, text: string) => ({
  id: text,
  kind,
  names: [{ text, weak: false }],
  births: [],
  program: 'TEST',
});
const handListed = (kind: Kind) =>
  [...new Set(knownVariants[kind].map(({ listed }) => listed))].map((name) => party(kind, name));
const lists = [
  {
    list: 'invented',
    parties: [...invented.map((name) => party('person', name)), ...handListed('person'), ...handListed('company')],
  },
];
const screening = await openScreening(lists);
const folder = process.env['FLORIN_SCREENING_DIR'];
const published = folder ? await openScreening(await readScreeningLists(folder)) : undefined;

print(
  `${screening.names} names on the list, ${trials.length} variants, ${ordinary.length} ordinary names, load ${load()}`,
);
if (published) print(`${published.names} names on the published lists`);
showMisses(trials.map((trial) => ({ trial, score: scoreOfVariant(trial) })));
showTime(await openScreening(lists));

function handTrials(): readonly Trial[] {
  return (['person', 'company'] as const).flatMap((kind) =>
    knownVariants[kind].map(({ listed, variant }) => ({ kind, group: `by hand: ${kind}`, listed, variant })),
  );
}

function ruleTrials(): readonly Trial[] {
  return rules.flatMap(({ name, apply }) =>
    Array.from({ length: namesPerRule }, () => {
      const listed = random.pick(invented);
      const [family = '', given = ''] = listed.toLowerCase().split(', ');
      const words = `${given} ${family}`.split(/[ -]/);
      return { kind: 'person', group: `by rule: ${name}`, listed, variant: apply(words, random) };
    }),
  );
}

function scoreOfVariant({ kind, listed, variant }: Trial): number {
  return screening.check({ name: variant, kind }, 0.5).find(({ id }) => id === listed)?.score ?? 0;
}

function showMisses(results: readonly { readonly trial: Trial; readonly score: number }[]) {
  const alarms = alarmScores(screening);
  const publishedAlarms = published && alarmScores(published);
  const alarmsWithBirths = published && alarmScores(published, birthDateOf);
  print(`\nthreshold  missed  false alarms${published ? '  published lists  with birth dates' : ''}`);
  for (const threshold of thresholds) {
    const share = (scores: readonly number[]) => {
      const count = scores.filter((score) => score >= threshold).length;
      return `${count} (${((100 * count) / scores.length).toFixed(1)} %)`.padEnd(14);
    };
    const missed = results.filter(({ score }) => score < threshold).length;
    const mark = threshold === REVIEW_SCORE ? ' *' : '  ';
    print(
      `${threshold.toFixed(2)}${mark}     ${String(missed).padEnd(8)}${share(alarms)}${publishedAlarms ? share(publishedAlarms) : ''}${alarmsWithBirths ? share(alarmsWithBirths) : ''}`,
    );
  }
  const groups = Map.groupBy(results, ({ trial }) => trial.group);
  print(`\nmissed at ${REVIEW_SCORE}`);
  for (const [group, members] of groups) {
    const missed = members.filter(({ score }) => score < REVIEW_SCORE);
    print(`  ${group.padEnd(36)}${missed.length} of ${members.length}`);
    if (process.env['SHOW'])
      for (const { trial, score } of missed) print(`      ${trial.listed} = ${trial.variant}  ${score.toFixed(3)}`);
  }
}

/** Spreads the birth dates of ordinary people over fifty years. */
function birthDateOf(index: number): string {
  return `${1955 + (index % 50)}-0${1 + (index % 9)}-1${index % 10}`;
}

function alarmScores(lists: Screening, birthOf?: (index: number) => string): readonly number[] {
  return ordinary.map((name, index) => {
    const [best] = lists.check({ name, kind: 'person', birthDate: birthOf?.(index) }, 0.75);
    if (process.env['SHOW'] && birthOf && best && best.score >= REVIEW_SCORE)
      print(`  alarm: ${name} = ${best.matched_name}  ${best.score.toFixed(3)}`);
    return best?.score ?? 0;
  });
}

/**
 * Reports the mean in processor time, because other programs on the machine do not increase processor time. The search
 * has seen no name before, so its cache helps only with names that repeat within this run.
 */
function showTime(fresh: Screening) {
  const names = [...trials.map(({ variant }) => variant), ...ordinary];
  const before = process.threadCpuUsage();
  const times = names.map((name) => {
    const began = performance.now();
    fresh.check({ name });
    return performance.now() - began;
  });
  const { user, system } = process.threadCpuUsage(before);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(2)} ms`;
  print(`\nCPU time of a search: mean ${((user + system) / 1_000 / names.length).toFixed(2)} ms`);
  print(`time of a search: median ${at(0.5)}, 95 % within ${at(0.95)}, 99 % within ${at(0.99)}, load ${load()}`);
}
