/** The measurements by name. The head of each file names its settings, which are environment variables. */
export const BENCHMARKS = [
  { name: 'sends', file: 'http-sends.ts', measures: 'sends over HTTP against pgbench and a naive server' },
  { name: 'cost', file: 'send-cost.ts', measures: 'the CPU time of a send in the server and in PostgreSQL' },
  { name: 'profile', file: 'send-profile.ts', measures: 'where PostgreSQL spends the time of a send' },
  { name: 'overload', file: 'overload.ts', measures: 'latency and goodput at up to ten times the load' },
  { name: 'sharing', file: 'sharing.ts', measures: 'payments to one member, disk bytes, two server processes' },
  { name: 'shards', file: 'shards.ts', measures: 'sends with two ledgers, within one and between them, against one' },
  { name: 'size', file: 'size.ts', measures: 'a million members against a thousand' },
  { name: 'start', file: 'cold-start.ts', measures: 'the time from start to the first answer; needs a build' },
  { name: 'trades', file: 'trades.ts', measures: 'purchases and sales against sends' },
  { name: 'market', file: 'market-page.ts', measures: 'the buy page while all coins move; needs a build' },
  { name: 'history', file: 'history-rows.ts', measures: 'the history with 10,000 lines; needs a build' },
  { name: 'candles', file: 'candles.ts', measures: 'recording and reading price candles' },
  { name: 'screening', file: 'screening.ts', measures: 'misses and false alarms of the search in sanctions lists' },
  { name: 'watching', file: 'watching.ts', measures: 'the cost of the metrics' },
  { name: 'bank', file: 'bank.ts', measures: 'a statement of 100,000 lines while members send money' },
  { name: 'webhooks', file: 'webhooks.ts', measures: 'deliveries of 10,000 events while members send money' },
  { name: 'proofs', file: 'proofs.ts', measures: 'the log, the sums of a million members, proofs; needs a build' },
  { name: 'lighthouse', file: 'lighthouse.ts', measures: 'landing, login and dashboard on a phone; needs a build' },
];

export const BENCH_USAGE = `Usage: npm run florin -- bench <name>

${BENCHMARKS.map(({ name, measures }) => `  ${name.padEnd(12)}${measures}`).join('\n')}

Settings are environment variables, such as ROUNDS=5. Each file in bench/ names its own.`;
