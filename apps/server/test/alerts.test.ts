import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSections } from './markdown-table.ts';

const file = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
const rules = file('prometheus/florin.rules.yml');
const sections = readSections('operate/monitoring.md');

const documented = sections
  .filter(({ title }) => title.startsWith('Metrics of'))
  .flatMap(({ rows }) => rows)
  .map(({ metric = '', type, labels = '' }) => ({
    name: metric.replaceAll('`', ''),
    type,
    labels: [...(labels.match(/\w+/g) ?? [])],
  }));

/** The names that a query may use. A histogram has three. */
type Queryable = { readonly name: string; readonly labels: readonly string[] };

const queryable = new Map(documented.flatMap(partsOf).map(({ name, labels }) => [name, labels]));

function partsOf({ name, type, labels }: Queryable & { type: string | undefined }): Queryable[] {
  if (type !== 'histogram') return [{ name, labels }];
  return [
    { name: `${name}_bucket`, labels: [...labels, 'le'] },
    { name: `${name}_sum`, labels },
    { name: `${name}_count`, labels },
  ];
}

/** Labels that Prometheus adds to each sample. */
const ofPrometheus = ['instance', 'job'];

function expectAnswerable(query: string) {
  const names = query.match(/\b(florin|nodejs|process)_\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(0);
  const known = new Set([...ofPrometheus, ...names.flatMap((name) => queryable.get(name) ?? [])]);
  for (const name of names) expect([...queryable.keys()]).toContain(name);
  const grouped = Array.from(query.matchAll(/\bby \(([^)]*)\)/g), ([, list = '']) => list.split(/, ?/)).flat();
  const selected = Array.from(query.matchAll(/[{,](\w+)(?:=|!)/g), ([, label = '']) => label);
  for (const label of [...grouped, ...selected]) expect([...known]).toContain(label);
}

describe('the alerts', () => {
  const alerts = Array.from(
    rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n(?:\s+for: .+\n)?\s+labels: \{ severity: (\w+) \}/g),
    ([, alert = '', query = '', severity = '']) => ({ alert, query, severity }),
  );
  const answers = sections.find(({ title }) => title === 'Alerts')?.rows ?? [];

  test('the monitoring page documents every alert in the order of the rules', () => {
    expect(alerts.length).toBe(rules.match(/- alert:/g)?.length);
    expect(answers.map((row) => [row['alert'], row['severity']])).toEqual(
      alerts.map(({ alert, severity }) => [`\`${alert}\``, severity]),
    );
    for (const row of answers) expect(row['what to do']).toMatch(/\w.{20}/);
  });

  test.each(alerts.filter(({ alert }) => alert !== 'FlorinDown'))(
    '$alert queries existing metrics and labels',
    ({ query }) => {
      expectAnswerable(query);
    },
  );

  test('every alert has a summary of one sentence', () => {
    const sentences = rules.match(/summary: .+/g) ?? [];
    expect(sentences.length).toBe(alerts.length);
    for (const sentence of sentences) expect(sentence).toMatch(/summary: .+\.['"]?$/);
  });
});

describe('the dashboard', () => {
  type Panel = { title: string; targets?: { expr: string }[] };
  const { panels } = JSON.parse(file('grafana/florin.json')) as { panels: Panel[] };
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, query: expr })));

  test.each(queries)('$title queries existing metrics and labels: $query', ({ query }) => {
    expectAnswerable(query);
  });

  test('the dashboard shows every metric of Florin', () => {
    const shown = new Set(
      queries.flatMap(({ query }) => query.match(/\bflorin_\w+?(?=(_bucket|_sum|_count)?\b)/g) ?? []),
    );
    const needless = ['florin_database_connections_max', 'florin_job_period_seconds'];
    const own = documented.map(({ name }) => name).filter((name) => name.startsWith('florin_'));
    expect(own.filter((name) => !shown.has(name) && !needless.includes(name))).toEqual([]);
  });
});
