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
    id: 'R4',
    claim: 'double-spend storms over two processes: exactly what is affordable happens',
    files: ['r4-double-spend', 'wallet-storm', 'trade-storm'],
    long: { FLORIN_ROUNDS: '300', FLORIN_TRADES: '20000' },
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
    id: 'timing',
    claim: 'an unknown address costs what a wrong password costs',
    files: ['log-in-timing'],
    long: { FLORIN_TRIALS: '1000' },
  },
];
