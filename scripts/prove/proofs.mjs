/**
 * The claims about Florin and the tests that prove them. The gate runs the same files in their short form; `long` is
 * the environment of the long form. A proof holds when all its files pass and at least one reports figures.
 */
export const PROOFS = [
  {
    id: 'R1',
    claim: 'kill -9 of the server under load: no acknowledged send is lost or doubled',
    files: ['r1-kill-server', 'kill-amid-everything', 'kill-at-every-step', 'kill-billing'],
    long: { FLORIN_KILLS: '100' },
  },
  {
    id: 'R2',
    claim: 'kill -9 of PostgreSQL under load: the same, and calls answer 503 with Retry-After',
    files: ['r2-kill-postgres', 'lost-connection'],
    long: { FLORIN_POSTGRES_KILLS: '30' },
  },
  {
    id: 'R3',
    claim: 'a retry after a lost answer returns the first result',
    files: ['r3-lost-answer', 'faulty-wire'],
    long: { FLORIN_LOST_ANSWERS: '1000' },
  },
  {
    id: 'R4',
    claim: 'parallel commands over two processes: exactly the affordable ones succeed',
    files: ['r4-double-spend', 'wallet-storm', 'trade-storm'],
    long: { FLORIN_ROUNDS: '300', FLORIN_TRADES: '20000' },
  },
  {
    id: 'R5',
    claim: 'every snapshot has the same sums while server and PostgreSQL are killed',
    files: ['r5-bank'],
    long: { FLORIN_BANK_KILLS: '40' },
  },
  {
    id: 'R6',
    claim: 'each command sent 2 to 20 times with one key: one effect, equal answers',
    files: ['r6-retry-storm'],
    long: { FLORIN_COMMANDS: '2000' },
  },
  {
    id: 'R7',
    claim: 'parallel commands at the limits, across midnight: used up to the cent, never exceeded',
    files: ['limit-storm'],
    long: { FLORIN_LIMIT_ROUNDS: '30' },
  },
  {
    id: 'R8',
    claim: '40001, 40P01 and 55P03 in a fifth of all transactions: bounded retries, no partial effect',
    files: ['r8-injected', 'r8-bounded'],
    long: { FLORIN_INJECTED: '3000' },
  },
  {
    id: 'R9',
    claim: 'random commands of five members over two processes: no deadlock',
    files: ['r9-deadlocks'],
    long: { FLORIN_CROSSINGS: '20000' },
  },
  {
    id: 'R10',
    claim: 'full disk, hanging database, ten times the load: 503, reads continue, recovery without help',
    files: ['r10-trouble'],
    long: { FLORIN_TROUBLE_SECONDS: '10' },
  },
  {
    id: 'R11',
    claim: "clock jumps of the server: quotes, limits, sessions, links and holds follow the database's clock",
    files: ['r11-clock'],
    long: { FLORIN_JUMPS: '200' },
  },
  {
    id: 'R12',
    claim: 'a backup under load restores as the clean books of one moment; a damaged one is rejected',
    files: ['r12-backup'],
    long: { FLORIN_BACKUPS: '20', FLORIN_DAMAGES: '2000' },
  },
  {
    id: 'R13',
    claim: 'the product has the outcomes of a simple model of the wallet',
    files: ['r13-model'],
    long: { FLORIN_MODEL: '1000000' },
  },
  {
    id: 'R14',
    claim: 'no split lowers a fee, no round trip gains, a larger amount never has a smaller fee',
    files: [
      'r14-arithmetic',
      ...['fee', 'trade', 'exchange', 'rounding', 'price', 'position', 'fiat-rate'].map(
        (name) => `money/src/${name}.test`,
      ),
    ],
    long: { FLORIN_CASES: '10000000', FLORIN_RUNS: '1000000' },
  },
  {
    id: 'R15',
    claim: 'hostile requests to every endpoint: no 5xx, answers by the contract, no change on a 4xx',
    files: ['r15-fuzz', 'r15-protocol'],
    long: { FLORIN_FUZZ: '100000' },
  },
  {
    id: 'R16',
    claim: 'books altered as superuser: the sweep finds it, no money moves, reads continue',
    files: ['r16-tampering'],
    long: { FLORIN_TAMPERINGS: 'all' },
  },
  {
    id: 'R17',
    claim: 'two nodes restart one after the other under load: no request fails',
    files: ['r17-rolling'],
    long: { FLORIN_ROLLS: '20' },
  },
  {
    id: 'R18',
    claim: 'half of the peak load for a long time: memory stays bounded, the books stay clean',
    files: ['r18-soak'],
    long: { FLORIN_SOAK_SECONDS: '1800' },
  },
  {
    id: 'R19',
    claim: 'tests notice at least 90 % of the mistakes put into money and ledger',
    script: 'scripts/prove/mutation/main.mjs',
    files: [],
    long: { FLORIN_MUTANTS: 'all' },
  },
  {
    id: 'timing',
    claim: 'sign-in takes as long for an unknown address as for a wrong password',
    files: ['log-in-timing'],
    long: { FLORIN_TRIALS: '1000' },
  },
];
