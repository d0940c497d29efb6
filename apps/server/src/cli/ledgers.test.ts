import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envOf, startWithMembers, three, type Place } from '../../test/ledger-places.ts';
import { startPasswordEngine, type PasswordEngine } from '../../test/password-engine.ts';
import { testMasterKey } from '../../test/test-app.ts';
import { runCli } from './run-cli.ts';

let engine: PasswordEngine;
let main: Place;
let one: Place;
let empty: Place;
beforeAll(async () => {
  engine = await startPasswordEngine();
  [main, one, empty] = await three(engine);
  await startWithMembers(main, one);
}, 60_000);
afterAll(() => engine.stop());

async function run(args: readonly string[], env: Record<string, string>) {
  const [out, said]: [string[], string[]] = [[], []];
  const settings = { ...env, FLORIN_MASTER_KEY: testMasterKey.toString('base64') };
  const code = await runCli(args, settings, { print: (text) => out.push(text), note: (line) => said.push(line) });
  return { code, out: out.join('\n'), said: said.join('\n') };
}

describe('ledgers', () => {
  test('lists each ledger with its slots, wallets and state', async () => {
    const { code, out } = await run(['ledgers'], envOf(main, one));
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['ledger', 'address', 'reachable', 'closed', 'slots', 'wallets'],
      ['0', `localhost/${main.name}`, 'yes', 'no', '512', expect.stringMatching(/^\d+$/)],
      ['1', `localhost/${one.name}`, 'yes', 'no', '512', expect.stringMatching(/^\d+$/)],
    ]);
  });

  test('prints JSON, and shows a closed ledger', async () => {
    await one.owner.query(`select ledger.close_ledger('a test')`);
    const { code, out } = await run(['ledgers', '--json'], envOf(main, one));
    await one.owner.query('update ledger.closures set reopened_at = now()');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([
      { ledger: 0, problem: null, slots: 512, closed: false },
      { ledger: 1, address: `localhost/${one.name}`, problem: null, slots: 512, closed: true },
    ]);
  });

  test('lists the others if one cannot be reached, without passwords, and ends with code 1', async () => {
    const gone = { ...one, url: one.url.replace(one.name, 'florin_nowhere') };
    const { code, out, said } = await run(['ledgers'], envOf(main, gone, empty));
    expect(code).toBe(1);
    expect(out).toMatch(/^0 .* yes +no +512 +\d+$/m);
    expect(out).toMatch(/^1 +localhost\/florin_nowhere +no +512$/m);
    expect(said).toMatch(/^Ledger 1: database "florin_nowhere" does not exist$/m);
    expect(said).toMatch(/^Ledger 2: It is new\. Start Florin with it first\.$/m);
    expect(`${out}${said}`).not.toContain('secret');
  });
});

describe('ledgers move', () => {
  test('moves slots with their members, and back', async () => {
    const { code, out } = await run(['ledgers', 'move', '512', '--to', '1'], envOf(main, one));
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Ledger 1 got 512 slots of ledger 0, and [1-9]\d* members moved\.$/),
    ]);
    const { out: listed } = await run(['ledgers'], envOf(main, one));
    expect(listed).toMatch(/^0 .* 0 +\d+$/m);
    expect(listed).toMatch(/^1 .* 1024 +\d+$/m);
    expect((await run(['ledgers', 'move', '512', '--from', '1', '--to', '0'], envOf(main, one))).code).toBe(0);
  });

  test.each([
    [['512', '--to', '2'], 1, 'There is no ledger 2. The last one is ledger 1.'],
    [['2', '--to', '0'], 1, 'Name two ledgers.'],
    [['513', '--to', '1'], 1, 'Ledger 0 has 512 slots.'],
    [['half', '--to', '1'], 2, 'It must be a whole number.'],
    [['1'], 2, "required option '--to <ledger>' not specified"],
  ])('%j is refused', async (args, code, says) => {
    const result = await run(['ledgers', 'move', ...args], envOf(main, one));
    expect([result.code, result.said]).toEqual([code, expect.stringContaining(says)]);
  });
});

describe('backup', () => {
  test.each([
    ['FLORIN_LEDGERS is set', () => envOf(main, one)],
    ['the main database knows a further ledger', () => envOf(main)],
  ])('is refused if %s, because a file would lack money', async (_, env) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'florin-ledgers-'));
    try {
      const { code, said } = await run(['backup', path.join(folder, 'a.florin')], env());
      expect(code).toBe(1);
      expect(said).toContain('Florin cannot back up an installation with several ledgers');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
