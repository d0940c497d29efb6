import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfSigner, pemOf, signedPdf } from './pdf-maker.ts';
import { good } from './refusals.ts';
import { houseKey, ines, sampleBooks, witnesses } from './sample-books.ts';
import { balanceClaims, statementOf } from './statement-maker.ts';
import { serveLog } from './tile-server.ts';
import { folder as vectors } from './write-vectors.ts';

/** Installs the packed verifier into an empty folder and runs it there. */
const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const books = sampleBooks();
const key = ['--key', houseKey.verifierKey];
let folder: string;
let app: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'florin-verify-'));
  app = path.join(folder, 'app');
  await mkdir(app);
  const cache = ['--cache', path.join(folder, 'cache')];
  await run('npm', ['pack', '--pack-destination', folder, ...cache], { cwd: packageFolder });
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? 'none';
  await writeFile(path.join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', path.join(folder, archive), ...cache], { cwd: app });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const save = async (name: string, content: unknown): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(
    file,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );
  return file;
};
/** Runs the command and returns the output and the exit code. */
const verify = async (...args: string[]): Promise<string> => {
  const command = path.join(app, 'node_modules/.bin/florin-verify');
  const outcome = await run(command, args, { cwd: app }).then(
    ({ stdout }) => ({ stdout, stderr: '', code: 0 }),
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  );
  return `${outcome.stdout}${outcome.stderr}exit ${outcome.code}`;
};

test('the installed package has only its README, licence, and files that import nothing else', async () => {
  const installed = path.join(app, 'node_modules/@florin/verify');
  const files = await readdir(installed, { recursive: true });
  const others = files.filter((file) => !/^dist(\/[\w-]+(\.js|\.d\.ts))?$/.test(file.replaceAll('\\', '/')));
  expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  for (const file of files.filter((name) => /^dist.+\.(js|ts)$/.test(name))) {
    const text = await readFile(path.join(installed, file), 'utf8');
    const sources = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(([, source]) => source ?? '');
    const allowed = file.endsWith('cli.js') ? /^(\.\/|node:(fs\/promises|util)$)/ : /^\.\//;
    expect(sources.filter((source) => !allowed.test(source))).toEqual([]);
  }
});

test('the installed package is a library with the API that the README uses', async () => {
  const readme = await readFile(path.join(packageFolder, 'README.md'), 'utf8');
  const [, program = 'throw new Error("The README has no program.");'] = /```js\n([^]*?)```/.exec(readme) ?? [];
  await writeFile(path.join(app, 'proof.json'), JSON.stringify(good));
  await writeFile(path.join(app, 'task.mjs'), program.replace(/'florin\.example[^']+'/, `'${houseKey.verifierKey}'`));
  const { stdout } = await run(process.execPath, ['task.mjs'], { cwd: app });
  expect(stdout).toContain("balances: { 'email address': 'ines@florin.example', BTC: '5000', USD: '123456' }");
});

describe('the command', () => {
  test('verifies a proof with the key of its log', async () => {
    const cosigners = witnesses.flatMap(({ verifierKey }) => ['--witness', verifierKey]);
    const last = await save('last', books.checkpoint(37));
    const said = await verify(
      `${vectors}proof.json`,
      ...key,
      ...cosigners,
      '--last',
      last,
      '--email',
      'ines@florin.example',
    );
    expect(said).toContain('ok      witnesses   3 of 3 witnesses signed the checkpoint.\n');
    expect(said).toContain('ok      consistency The log continues the one of 37 entries.\n');
    expect(said).toContain('                    USD: 1234.56 USD\n');
    expect(said).toContain('                    BTC: 5000 BTC units\n');
    expect(said).toContain(' send -765.44 USD, balance 1234.56 USD\n');
    expect(said).not.toContain('taken from the file');
    expect(said).toMatch(/\nVerified\.\nexit 0$/);
  });

  test('ends with the verdict even if its output is no longer read', async () => {
    const command = spawn(path.join(app, 'node_modules/.bin/florin-verify'), [`${vectors}proof.json`, ...key]);
    command.stdout.destroy();
    const errors: string[] = [];
    command.stderr.on('data', (text) => errors.push(String(text)));
    expect(await once(command, 'close')).toEqual([0, null]);
    expect(errors).toEqual([]);
  });

  test('says that a key from the file proves only consistency', async () => {
    expect(await verify(`${vectors}receipt.json`)).toMatch(
      /The key was taken from the file itself[^]+Verified\.\nexit 0$/,
    );
  });

  test('refuses a proof and writes a fraud file or a complaint', async () => {
    const file = path.join(folder, 'fraud.json');
    const other = await save('other', sampleBooks({ filler: 'another' }).checkpoint());
    const split = [`${vectors}proof.json`, ...key, '--last', other, '--fraud', file];
    expect(await verify(...split)).toMatch(
      /REFUSED consistency There are two different logs of 83 entries\.[^]+\nREFUSED\nexit 1$/,
    );
    expect(await verify(file, ...key)).toMatch(
      /The evidence holds: The house signed two different logs of 83 entries\.\nVerified\.\nexit 0$/,
    );
    const changed = await save('changed.json', { ...good, balances: [] });
    expect(await verify(changed, '--fraud', file)).toMatch(/exit 1$/);
    expect(await verify(file)).toMatch(/A complaint proves nothing by itself[^]+exit 1$/);
  });

  test('shows the amounts of a refused proof and of a fraud file with their places', async () => {
    const owesMore = sampleBooks({
      sumsText: (text) => text.replace('house bank USD -173456', 'house bank USD -173451'),
    });
    const file = path.join(folder, 'fraud-amounts.json');
    const proof = await save('owes-more.json', owesMore.proofOf(ines));
    const differ = 'What the house owes and its accounts differ by 0.05 USD.';
    expect(await verify(proof, ...key, '--fraud', file)).toContain(`REFUSED sums        ${differ}\n`);
    expect(await verify(file, ...key)).toContain(
      `The evidence holds: The house signed wrong sums with the number 7. ${differ}`,
    );
  });

  test('the installed package judges fraud files', async () => {
    expect(await verify(`${vectors}fraud-wrong-sums.json`, ...key)).toContain(
      'The house signed wrong sums with the number 7.',
    );
    expect(await verify(`${vectors}fraud-two-roots.json`, '--key', witnesses[0]?.verifierKey ?? '')).toMatch(/exit 1$/);
  });

  test('follows checkpoints with the tiles of the log', async () => {
    const log = await serveLog(books.checkpoint(), books.entries);
    const files = await Promise.all([40, 64, 83].map((size) => save(`checkpoint-${size}`, books.checkpoint(size))));
    try {
      expect(await verify(...files, ...key, '--log', log.address)).toMatch(
        /of 40 entries[^]+of 64 entries[^]+Verified\.\nexit 0$/,
      );
      expect(await verify(`${log.address}/checkpoint`, ...key, '--last', files[0] ?? '')).toMatch(
        /continues the one of 40 entries[^]+exit 0$/,
      );
      expect(await verify(...files, ...key)).toMatch(/The consistency proof from 40 entries is missing[^]+exit 1$/);
      const other = await save('other-40', sampleBooks({ filler: 'another' }).checkpoint(40));
      expect(await verify(`${log.address}/checkpoint`, ...key, '--last', other)).toMatch(
        /The first 40 entries of the log were changed[^]+exit 1$/,
      );
      expect(await verify(...files)).toMatch(/Give the key with --key\.\nexit 2$/);
      expect(await verify(`${log.address}/nothing`)).toMatch(/answers with status 404\.\nexit 2$/);
    } finally {
      log.close();
    }
  });

  test('verifies PDFs with the certificates of the house, and the proof in a receipt', async () => {
    const [house, other] = [pdfSigner('Florin'), pdfSigner('Florin')];
    const certificate = ['--certificate', await save('house.pem', pemOf(house))];
    const attached = JSON.stringify(books.receiptOf(ines));
    const receipt = await save('receipt.pdf', signedPdf(house, { attached }));
    expect(await verify(receipt, ...key, ...certificate)).toMatch(
      /^\S+receipt\.pdf:\nok      document    The whole file is signed by “Florin”[^]+ok      entries [^]+Verified\.\nexit 0$/,
    );
    const statement = await save('statement.pdf', signedPdf(house));
    expect(await verify(statement, ...certificate)).toMatch(/\nVerified\.\nexit 0$/);
    expect(await verify(statement)).toMatch(/SHA-256 of the certificate: [\da-f]{64}\nAnyone can[^]+exit 0$/);
    const strange = await save('strange.pdf', signedPdf(other, { attached }));
    expect(await verify(strange, ...certificate)).toMatch(
      /REFUSED document .+ not with a certificate[^]+REFUSED\nexit 1$/,
    );
    const changed = await save('changed.pdf', signedPdf(house, { attached }).with(20, 0x41));
    const said = await verify(changed, ...certificate);
    expect(said).toMatch(/REFUSED document    The file was changed after it was signed\.\nREFUSED\nexit 1$/);
    expect(await verify(await save('empty.pdf', '%PDF-1.7\n'))).toMatch(
      /This PDF has no signature\.\nREFUSED\nexit 1$/,
    );
  });

  test('the installed package checks a shared statement', async () => {
    const times = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 60 };
    const file = await save('statement.txt', `${statementOf({ claims: { ...balanceClaims, ...times } })}\n`);
    const said = await verify(file, ...key);
    expect(said).toContain('ok      statement   The available balance is at least 1000.00 USD.\n');
    expect(said).toContain('issued: by https://florin.example at ');
    expect(said).toContain('account: Ines Almeida (identity verified)\n');
    expect(said).toMatch(/\nVerified\.\nexit 0$/);
    expect(await verify(file)).toMatch(/No key of https:\/\/florin\.example is known here\.\nREFUSED\nexit 1$/);
    const expired = await save('expired.txt', statementOf({ claims: { ...balanceClaims, iat: 1, exp: 60 } }));
    expect(await verify(expired, ...key)).toMatch(/This expired on 1970-01-01T00:01:00\.000Z\.\nREFUSED\nexit 1$/);
  });

  test('the installed package says which input it cannot read', async () => {
    expect(await verify()).toMatch(/^florin-verify <file or address>[^]+exit 2$/);
    expect(await verify(path.join(folder, 'missing'))).toMatch(/ENOENT[^]+exit 2$/);
    expect(await verify(await save('broken.json', '{'))).toMatch(/exit 2$/);
    expect(await verify(await save('text', 'hello'), ...key)).toMatch(/exit 2$/);
    expect(await verify('--colour')).toMatch(/exit 2$/);
    expect(await verify(folder)).toMatch(/^\S+florin-verify-\w+:\nEISDIR[^]+exit 2$/);
  });

  test('does not show control characters of an unreadable file', async () => {
    const said = await verify(await save('control.json', '{\u001B[2J\nVerified.\n'));
    expect(said).toMatch(/exit 2$/);
    expect(said).not.toContain('\u001B');
    expect(said).not.toContain('\nVerified.');
  });

  test('writes a complaint about a proof with deep nesting', async () => {
    const deep = `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)},${JSON.stringify({ ...good, balances: [] }).slice(1)}`;
    const file = path.join(folder, 'deep-complaint.json');
    expect(await verify(await save('deep.json', deep), '--fraud', file)).toMatch(/\nREFUSED\nexit 1$/);
    expect(await verify(file)).toMatch(/A complaint proves nothing by itself[^]+exit 1$/);
  });
});
