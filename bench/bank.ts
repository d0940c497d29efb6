/**
 * Reads, checks and books a camt.053 file of LINES lines, about 1,000 bytes each, from the inbox of a running server,
 * while members send money. Each line credits one of CROWD members.
 *
 *   npm run florin -- bench bank        LINES=100000 SECONDS=15 CROWD=2000 CONNECTIONS=64
 */
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BankFileReader, paymentReferenceFor, writeCamt053, type WrittenLine } from '@florin/bank-files';
import { createProductDatabase, startBenchServer, waitForHistory, type BenchDatabase } from './bench-database.ts';
import { stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, print } from './figures.ts';
import { measure } from './measure.ts';
import { watchMemory } from './memory.ts';
import { expectCleanSweep, setting, startProduct } from './settings.ts';

const [lines, seconds] = [setting('LINES', 100_000), setting('SECONDS', 15)];
const [crowdSize, connections] = [setting('CROWD', 2_000), setting('CONNECTIONS', 64)];
const port = 4712;
const account = { id: 'main-usd', currency: 'USD', number: '4815162342' } as const;
const day = '2026-11-20';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-bank-'));
const server = await startBenchServer();
const database = await createProductDatabase(server, 'bench');
const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
const references = await giveReferences(
  database,
  riders.map(({ id }) => id),
);
for (const name of ['inbox', 'done']) mkdirSync(path.join(folder, name));
writeConfig();
const file = path.join(folder, 'statement.xml.part');
await writeStatement(file);
const megabytes = statSync(file).size / 1e6;
print(`${lines} lines, ${megabytes.toFixed(0)} MB, load ${load()}`);
await readAlone();

const product = await startProduct(database, port, {
  FLORIN_CONFIG: path.join(folder, 'florin.json'),
  FLORIN_BANK_DIR: folder,
});
try {
  const sends = () => measure({ port, what: 'send', connections, seconds, riders });
  await waitForHistory(database.ownerPool);
  await sends();
  const quiet = await sends();
  const memory = watchMemory(product.pid ?? 0);
  const before = memory.peak();
  const began = performance.now();
  putIntoInbox();
  const during: number[] = [];
  const booked = untilBooked(database).then(() => (performance.now() - began) / 1_000);
  let took: number | undefined;
  void booked.then((value) => (took = value));
  while (took === undefined) during.push((await sends()).perSecond);
  const grown = memory.stop() - before;
  const meanwhile = during.reduce((sum, rate) => sum + rate, 0) / during.length;
  print(`booked after ${took.toFixed(1)} s; the server's memory grew by ${grown.toFixed(0)} MB`);
  print(
    `sends per second: ${quiet.perSecond.toFixed(0)} before, ${during.map((rate) => rate.toFixed(0)).join(', ')} meanwhile`,
  );
  print(`sends meanwhile / before: ${(meanwhile / quiet.perSecond).toFixed(2)}`);
  await expectBooks(database);
  await expectCleanSweep(database);
} finally {
  await stopChild(product);
  await server.stop();
  rmSync(folder, { recursive: true });
}

async function giveReferences({ ownerPool }: BenchDatabase, ids: readonly string[]): Promise<readonly string[]> {
  const all = ids.map((_, i) => paymentReferenceFor(String(i).padStart(12, '0')));
  await ownerPool.query(
    'insert into payment_references (reference, user_id) select * from unnest($1::text[], $2::uuid[])',
    [all, ids],
  );
  return all;
}

function writeConfig(): void {
  const accounts = [
    {
      id: account.id,
      currency: account.currency,
      holder: 'Florin',
      bank: 'Bank',
      purpose: 'safeguarding',
      account_number: account.number,
    },
  ];
  writeFileSync(path.join(folder, 'florin.json'), JSON.stringify({ operator_accounts: accounts }));
}

/** Each line credits $1.00. */
async function writeStatement(to: string): Promise<void> {
  const line = (i: number): WrittenLine => ({
    booked: day,
    value: day,
    amount: '1.00',
    counterparty: 'Rider',
    counterparty_account: 'NL91ABNA0417164300',
    remittance: `Deposit ${i} ${'to my account at Florin, thank you '.repeat(2)}`,
    payment_reference: references[i % references.length] ?? null,
    end_to_end_id: `E${i}`,
    bank_reference: `B${i}`,
    code: 'PMNT-RCDT-ESCT',
  });
  const statement = {
    id: 'S1',
    account: account.number,
    currency: account.currency,
    sequence: '1',
    from: day,
    to: day,
    opening: '0.00',
    closing: `${lines}.00`,
    lines: Iterator.from(generated(line)),
  };
  const pieces = writeCamt053({ id: 'M1', created: `${day}T20:00:00Z`, statements: [statement] });
  await pipeline(Readable.from(pieces), createWriteStream(to));
}

function* generated(line: (i: number) => WrittenLine): Generator<WrittenLine> {
  for (let i = 0; i < lines; i++) yield line(i);
}

/** Measures the reader without a database. */
async function readAlone(): Promise<void> {
  const reader = new BankFileReader('statement.xml');
  const cpu = process.cpuUsage();
  let events = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 18 }))
    events += reader.write(piece as Buffer).length;
  events += reader.end().length;
  const { user, system } = process.cpuUsage(cpu);
  print(`the reader alone: ${(megabytes / ((user + system) / 1e6)).toFixed(1)} MB per second of CPU, ${events} events`);
}

function putIntoInbox(): void {
  const longAgo = Date.now() / 1_000 - 60;
  utimesSync(file, longAgo, longAgo);
  renameSync(file, path.join(folder, 'inbox', 'statement.xml'));
}

async function untilBooked({ ownerPool }: BenchDatabase): Promise<void> {
  for (;;) {
    await sleep(250);
    if (readdirSync(path.join(folder, 'refused'), { withFileTypes: true }).length > 0)
      throw new Error(readFileSync(path.join(folder, 'refused', 'statement.xml.report.txt'), 'utf8'));
    const { rows } = await ownerPool.query<{ booked: boolean }>(
      `select exists (select from bank_statements where new_lines = $1)
          and not exists (select from bank_statements where not posted) as booked`,
      [lines],
    );
    if (rows[0]?.booked) return;
  }
}

/** Checks that the books equal the bank's balance, and that each member has the lines with the member's reference. */
async function expectBooks({ ownerPool }: BenchDatabase): Promise<void> {
  const { rows } = await ownerPool.query<{ difference: string; credited: string }>(
    `select (select -sum(posted) from ledger.accounts where kind = 'bank:main-usd') - a.balance as difference,
            (select count(*) from bank_lines where match = 'deposit') as credited
     from operator_accounts a`,
  );
  print(
    `the bank and the books differ by ${rows[0]?.difference} cents; ${rows[0]?.credited} lines credited to members`,
  );
}
