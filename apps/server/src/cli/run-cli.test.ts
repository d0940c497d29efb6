import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from './run-cli.ts';

const run = (...args: string[]) => runIn({}, ...args);

async function runIn(env: Record<string, string>, ...args: string[]) {
  const [out, said]: [string[], string[]] = [[], []];
  const code = await runCli(args, env, { print: (text) => out.push(text), note: (line) => said.push(line) });
  return { code, out: out.join('\n'), said: said.join('\n') };
}

/** Returns the names in the lists of a help text, such as `grant` in the line `grant <email>  grants …`. */
const namesIn = (help: string) => Array.from(help.matchAll(/^ {2}([a-z-]+) /gm), ([, name]) => name);

describe('the command line', () => {
  test.each([
    [
      [],
      [
        'operator',
        'house',
        'bank',
        'backup',
        'restore',
        'keys',
        'ledgers',
        'witness',
        'listen',
        'help',
        'prove',
        'bench',
        'rehearse',
      ],
    ],
    [['operator'], ['list', 'grant', 'revoke', 'orders', 'settle', 'return', 'proposals', 'kyc', 'help']],
    [
      ['operator', 'kyc'],
      ['list', 'verify', 'deny', 'ask', 'help'],
    ],
    [['house'], ['positions', 'supply', 'help']],
    [['bank'], ['check', 'import', 'close-day', 'reports', 'help']],
    [['keys'], ['rotate-log', 'rotate', 'help']],
    [['ledgers'], ['list', 'sweep', 'move', 'help']],
  ])('--help after the arguments %j lists every command', async (args, names) => {
    const { code, out, said } = await run(...args, '--help');
    expect([code, said]).toEqual([0, '']);
    expect(namesIn(out)).toEqual(names);
  });

  test.each(['operator list', 'bank reports', 'backup a.florin', 'keys rotate-log', 'ledgers', 'ledgers sweep'])(
    '%s without a database says so, and creates none',
    async (command) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'florin-empty-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const { code, said } = await runIn({ FLORIN_DATA_DIR: folder, INIT_CWD: folder }, ...command.split(' '));
      expect([code, said]).toEqual([1, expect.stringContaining(`There is no database in ${folder}.`)]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test.each([
    ['house supply', 'house supply <coin> <amount> --key <name> --as <email> --reason <why>'],
    ['operator grant', 'operator grant [options] <email>'],
    ['bank check', 'bank check [options] <files or folders...>'],
    ['backup', 'backup [options] <file>'],
    ['restore', 'restore [options] <file>'],
    ['keys rotate', 'keys rotate [options]'],
    ['listen', 'listen --forward <address> [options]'],
  ])('%s --help prints the usage', async (command, usage) => {
    const { code, out } = await run(...command.split(' '), '--help');
    expect([code, out.split('\n')[0]]).toEqual([0, `Usage: npm run florin -- ${usage}`]);
  });

  test.each([
    [['promote'], "unknown command 'promote'"],
    [['operator', 'promote'], "unknown command 'promote'"],
    [['keys', 'rotate', 'now'], 'too many arguments'],
    [['bank', 'check'], "missing required argument 'files or folders'"],
    [['bank', 'import'], "missing required argument 'files'"],
    [['backup'], "missing required argument 'file'"],
    [['backup', 'a', 'b'], 'too many arguments'],
    [['backup', '--fast', 'a'], "unknown option '--fast'"],
    [['restore'], "missing required argument 'file'"],
    [['restore', 'a', '--check', '--no-verify'], "option '--check' cannot be used with option '--no-verify'"],
    [['listen'], "required option '--forward <address>' not specified"],
    [['listen', '--forward', 'localhost'], 'It must begin with http:// or https://.'],
    [['listen', '--forward', 'http://x', '--after', '-1'], 'It must be the number of an event.'],
    [['house', 'supply', 'BTC', '1', '--key', ' '], "option '--key <name>' argument ' ' is invalid"],
  ])('the invalid arguments %j end with code 2, the problem and the usage', async (args, problem) => {
    const { code, out, said } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(said).toContain(problem);
    expect(said).toContain('Usage: npm run florin -- ');
  });

  test('no arguments end with code 2 and the list of commands', async () => {
    const { code, out, said } = await run();
    expect([code, out]).toEqual([2, '']);
    expect(namesIn(said)).toContain('operator');
  });
});
