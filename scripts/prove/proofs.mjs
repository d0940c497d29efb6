/**
 * What is claimed of Florin, and the tests that show it. The gate runs the same files in their short form; `long` is
 * the environment that makes them long. A proof passes when all its files do and at least one has told figures.
 */
export const PROOFS = [
  {
    id: 'R1',
    claim: 'kill -9 of the server under load: nothing acknowledged is lost or doubled',
    files: ['r1-kill-server', 'kill-amid-everything', 'kill-at-every-step', 'kill-billing'],
    long: { FLORIN_KILLS: '100' },
  },
  {
    id: 'R2',
    claim: 'kill -9 of PostgreSQL under load: the same, and 503 with Retry-After meanwhile',
    files: ['r2-kill-postgres', 'lost-connection'],
    long: { FLORIN_POSTGRES_KILLS: '30' },
  },
  {
    id: 'R3',
    claim: 'a commit whose answer is lost: asked again with its key it gives the first result',
    files: ['r3-lost-answer', 'faulty-wire'],
    long: { FLORIN_LOST_ANSWERS: '1000' },
  },
  {
    id: 'R4',
    claim: 'double-spend storms over two processes: exactly what is affordable happens',
    files: ['r4-double-spend', 'wallet-storm', 'trade-storm'],
    long: { FLORIN_ROUNDS: '300', FLORIN_TRADES: '20000' },
  },
  {
    id: 'R5',
    claim: 'the bank test: every snapshot sums to the constant while server and PostgreSQL are killed',
    files: ['r5-bank'],
    long: { FLORIN_BANK_KILLS: '40' },
  },
  {
    id: 'R6',
    claim: 'every command 2 to 20 times with one key: one effect, equal answers',
    files: ['r6-retry-storm'],
    long: { FLORIN_COMMANDS: '2000' },
  },
  {
    id: 'R7',
    claim: 'storms at the limits, across midnight: used up to the cent and never beyond',
    files: ['limit-storm'],
    long: { FLORIN_LIMIT_ROUNDS: '30' },
  },
  {
    id: 'R8',
    claim: '40001, 40P01 and 55P03 on a fifth of all transactions: bounded retries, no partial effect',
    files: ['r8-injected', 'r8-bounded'],
    long: { FLORIN_INJECTED: '3000' },
  },
  {
    id: 'R9',
    claim: 'random commands among five members over two processes: no deadlock',
    files: ['r9-deadlocks'],
    long: { FLORIN_CROSSINGS: '20000' },
  },
  {
    id: 'R10',
    claim: 'a full disk, a database that stands still, ten times too much: 503, reads go on, well again unaided',
    files: ['r10-trouble'],
    long: { FLORIN_TROUBLE_SECONDS: '10' },
  },
  {
    id: 'R11',
    claim: "the clock of the server's machine jumps: quotes, limits, sessions, links and holds keep the database's",
    files: ['r11-clock'],
    long: { FLORIN_JUMPS: '200' },
  },
  {
    id: 'R12',
    claim: 'a backup under load, restored, is clean and the books of one moment; a damaged one is refused',
    files: ['r12-backup'],
    long: { FLORIN_BACKUPS: '20', FLORIN_DAMAGES: '2000' },
  },
  {
    id: 'R13',
    claim: 'a plain model of the wallet and the product, asked over HTTP, come to the same',
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
    claim: 'hostile requests to every endpoint: no 5xx, answers by the contract, nothing changed on a 4xx',
    files: ['r15-fuzz', 'r15-protocol'],
    long: { FLORIN_FUZZ: '100000' },
  },
  {
    id: 'R16',
    claim: 'books altered as superuser: the sweep names it, no money moves, everything can be read',
    files: ['r16-tampering'],
    long: { FLORIN_TAMPERINGS: 'all' },
  },
  {
    id: 'R17',
    claim: 'two nodes restarted one after the other under load: no request fails',
    files: ['r17-rolling'],
    long: { FLORIN_ROLLS: '20' },
  },
  {
    id: 'R18',
    claim: 'half of the peak for long: memory stays, the books are clean',
    files: ['r18-soak'],
    long: { FLORIN_SOAK_SECONDS: '1800' },
  },
  {
    id: 'R19',
    claim: 'of the mistakes put into money and ledger, at least 90 % are noticed by a test',
    script: 'scripts/prove/mutation/main.mjs',
    files: [],
    long: { FLORIN_MUTANTS: 'all' },
  },
  {
    id: 'timing',
    claim: 'an unknown address costs what a wrong password costs',
    files: ['log-in-timing'],
    long: { FLORIN_TRIALS: '1000' },
  },
];
