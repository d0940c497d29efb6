import { randomUUID } from 'node:crypto';
import { demoLogin, endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPasswordEngine, type PasswordEngine } from '../test/password-engine.ts';
import { startServerProcess, type ServerProcess } from '../test/reliability/server-process.ts';
import { newDataFolder } from '../test/reliability/mortal-engine.ts';
import { testMasterKey } from '../test/test-app.ts';
import { runCli } from './cli/run-cli.ts';
import { slotOf } from './ledger/shards/ids.ts';

let engine: PasswordEngine;
let main: Awaited<ReturnType<PasswordEngine['newDatabase']>>;
let nodes: readonly [ServerProcess, ServerProcess];
beforeAll(async () => {
  engine = await startPasswordEngine();
  main = await engine.newDatabase();
  const ledger = await engine.newDatabase();
  const env = { FLORIN_LEDGERS: ledger.url, FLORIN_SEED: 'on' };
  const startNode = () => startServerProcess({ connectionString: main.url }, env);
  nodes = await Promise.all([startNode(), startNode()]);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await engine.stop();
});

/** Signs up until the member's money is in the ledger with this number, and adds 500 dollars. */
async function memberOf(shard: number, node: ServerProcess): Promise<{ client: Client; email: string }> {
  for (;;) {
    const email = `${randomUUID().slice(0, 13)}@florin.example`;
    const body = { name: 'Test Person', email, password: 'correct horse battery' };
    const { token, user } = await node.clientOf(null).call(endpoints.signup, { body });
    if (slotOf(user.id) % 2 !== shard) continue;
    const client = node.clientOf(token);
    const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await client.call(endpoints.addFunds, { body: { amount: '500.00', payment_method_id: card.id } });
    return { client, email };
  }
}

const dollarsOf = async (client: Client) => (await client.call(endpoints.me)).balances.usd_exact;

test('two servers with a further ledger send money between its members and the members of the main ledger', async () => {
  const [one, other] = nodes;
  const [payer, payee] = [await memberOf(0, one), await memberOf(1, other)];
  await payer.client.call(endpoints.sendMoney, { body: { recipient_email: payee.email, amount: '100.00' } });
  await expect.poll(() => dollarsOf(payee.client)).toBe('600.00');
  await payee.client.call(endpoints.sendMoney, { body: { recipient_email: payer.email, amount: '10.00' } });
  await expect.poll(() => dollarsOf(payer.client)).toBe('408.00');
});

test('a sandbox with a further ledger has its demo accounts in the main ledger', async () => {
  const { token, user } = await nodes[0].clientOf(null).call(endpoints.login, { body: demoLogin });
  expect(slotOf(user.id) % 2).toBe(0);
  const lines = await nodes[1].clientOf(token).call(endpoints.listTransactions, { query: { limit: 100 } });
  expect(lines.length).toBeGreaterThan(20);
});

describe('a server with an embedded main database', () => {
  let env: Record<string, string>;
  let node: ServerProcess;
  beforeAll(async () => {
    const ledger = await engine.newDatabase();
    env = { DATABASE_URL: '', FLORIN_DATA_DIR: newDataFolder(), FLORIN_LEDGERS: ledger.url };
    node = await startServerProcess({}, env);
  });
  afterAll(() => node.stop());

  async function run(args: readonly string[], settings: Record<string, string>) {
    const said: string[] = [];
    const terminal = { print: (text: string) => said.push(text), note: (line: string) => said.push(line) };
    const code = await runCli(args, { ...settings, FLORIN_MASTER_KEY: testMasterKey.toString('base64') }, terminal);
    return { code, said: said.join('\n') };
  }

  test('a server with an embedded main database serves members of a further ledger', async () => {
    const { client } = await memberOf(1, node);
    expect(await dollarsOf(client)).toBe('500.00');
  });

  test('commands next to a running server need all its ledgers', async () => {
    expect(await run(['operator', 'orders'], env)).toEqual({ code: 0, said: 'No orders are pending.' });
    expect(await run(['ledgers'], env)).toMatchObject({ code: 0, said: expect.stringMatching(/^0 +embedded +yes/m) });
    expect(await run(['operator', 'orders'], { ...env, FLORIN_LEDGERS: '' })).toEqual({
      code: 1,
      said: 'FLORIN_LEDGERS names 0 of 1 further ledgers. Set it as for the server.',
    });
  });
});
