import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseAddress } from '../platform/database/pool.ts';
import { waitingCase } from '../../test/kyc.ts';
import { approve } from '../../test/second-operator.ts';
import { createTestApp, testMasterKey, type TestApp, type TestMember } from '../../test/test-app.ts';
import { runCli } from './run-cli.ts';

const script = fileURLToPath(new URL('../cli.ts', import.meta.url));
type Ended = { readonly code: number; readonly out: string; readonly said: string };

let florin: TestApp;
let olu: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [olu, ines] = [await florin.signUp('Olu Adeyemi'), await florin.signUpWith('300.00', 'Ines Almeida')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Returns the address as a DATABASE_URL. */
function urlOf({ connectionString, host, port, user, database: name }: DatabaseAddress): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? 'localhost')}`;
}
const env = () => ({
  DATABASE_URL: urlOf(florin.database.address),
  FLORIN_MASTER_KEY: testMasterKey.toString('base64'),
});

async function run(...args: string[]): Promise<Ended> {
  const [out, said]: [string[], string[]] = [[], []];
  const code = await runCli(['operator', ...args], env(), {
    print: (text) => out.push(text),
    note: (line) => said.push(line),
  });
  return { code, out: out.join('\n'), said: said.join('\n') };
}

/** Runs the command in a separate process. */
const runProcess = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    const { PATH = '' } = process.env;
    execFile(process.execPath, [script, 'operator', ...args], { env: { PATH, ...env() } }, (error, out, said) =>
      resolve({ code: Number(error?.code ?? 0), out, said }),
    );
  });

const acts = () => olu.client.call(endpoints.listOperatorActs, { query: {} });

describe('the operator command', () => {
  test('grants, lists and revokes the operator role immediately, and records it in the audit trail', async () => {
    const { email } = olu.user;
    expect(await run('list')).toMatchObject({ code: 0, out: 'There are no operators.' });
    expect(await run('grant', email.toUpperCase())).toMatchObject({ code: 0, out: `${email} is now an operator.` });
    expect(await acts()).toMatchObject([
      { who: 'command line', did: 'Granted the operator role', on: 'Olu Adeyemi', ip: null },
    ]);
    expect(await run('grant', email)).toMatchObject({ code: 0, out: `${email} is already an operator.` });
    expect(await run('list')).toMatchObject({ code: 0, out: `${email}  Olu Adeyemi` });
    expect(await run('revoke', email)).toMatchObject({ code: 0, out: `${email} is no longer an operator.` });
    await expect(acts()).rejects.toMatchObject({ status: 404 });
    expect(await run('revoke', email)).toMatchObject({ code: 0, out: `${email} is not an operator.` });
    await run('grant', email);
    expect(await acts()).toHaveLength(3);
  });

  test('does not grant the operator role without an account', async () => {
    expect(await run('grant', 'nobody@florin.example')).toMatchObject({
      code: 1,
      out: '',
      said: expect.stringContaining('No account has the address nobody@florin.example.'),
    });
  });

  // Rules: sign-in-33
  test('lists and verifies identity checks that need review', async () => {
    expect(await run('kyc', 'list')).toMatchObject({ code: 0, out: 'No identity checks need review.' });
    const member = await waitingCase(florin);
    const { email } = member.user;
    expect((await run('kyc', 'list')).out).toMatch(
      new RegExp(`^${email}  Wilhelmina Review  passport  PT  \\d{4}-\\S+Z$`),
    );
    expect(await run('kyc', 'verify', email)).toMatchObject({ code: 0, out: `The identity of ${email} is verified.` });
    expect(await member.client.call(endpoints.me)).toMatchObject({ verified: true, kyc_level: 2 });
    expect((await acts())[0]).toMatchObject({ who: 'command line', did: 'Verified identity' });
    expect(await run('kyc', 'verify', email)).toMatchObject({
      code: 1,
      said: expect.stringContaining('already decided'),
    });
  });

  // Rules: sign-in-33
  test('denies an identity check or asks for more documents, and shows the reasons to the member', async () => {
    const [one, other] = [await waitingCase(florin), await waitingCase(florin)];
    const ask = ['document:', 'Its', 'edge', 'is', 'cut', 'off.', 'selfie:', 'Too', 'dark.'];
    expect(await run('kyc', 'ask', one.user.email, ...ask)).toMatchObject({
      code: 0,
      out: `${one.user.email} was asked for more.`,
    });
    expect((await acts())[0]).toMatchObject({ who: 'command line', did: 'Requested more' });
    expect(await run('kyc', 'deny', other.user.email, 'The document: it is a copy.')).toMatchObject({
      code: 0,
      out: `The identity of ${other.user.email} is denied.`,
    });
    expect((await acts())[0]).toMatchObject({ who: 'command line', did: 'Denied identity' });
    const statusOf = ({ client }: TestMember) => client.call(endpoints.getKycStatus);
    expect(await statusOf(one)).toMatchObject({
      status: 'needs_more',
      reasons: [
        { item: 'document', reason: 'Its edge is cut off.' },
        { item: 'selfie', reason: 'Too dark.' },
      ],
    });
    expect(await statusOf(other)).toMatchObject({
      status: 'denied',
      reasons: [{ reason: 'The document: it is a copy.' }],
    });
  });

  test('rejects a master key other than the server’s', async () => {
    const said: string[] = [];
    const code = await runCli(
      ['operator', 'kyc', 'list'],
      { ...env(), FLORIN_MASTER_KEY: Buffer.alloc(32, 'another').toString('base64') },
      { print: (text) => said.push(text), note: (line) => said.push(line) },
    );
    expect([code, said.at(-1)]).toEqual([1, expect.stringContaining('encrypted under another master key')]);
  });

  // Rules: sign-in-33
  test('lists, settles and returns pending bank orders', async () => {
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const withdraw = (amount: string) =>
      ines.client.call(endpoints.withdraw, { body: { amount, payment_method_id: bank.id } });
    expect(await run('orders')).toMatchObject({ code: 0, out: 'No orders are pending.' });
    const [paid, back] = [await withdraw('20.44'), await withdraw('30.44')];
    const [first, second] = (await run('orders')).out.split('\n');
    expect(first).toMatch(
      new RegExp(
        `^${paid.id}  withdrawal  \\d{4}-\\S+Z  \\$20\\.44  ${ines.user.email}  Sandbox Bank •••• 6789  New account`,
      ),
    );
    expect(second).toContain('$30.44');
    expect(await run('settle', paid.id)).toMatchObject({ code: 0, out: `${paid.id} is settled.` });
    expect(await run('return', back.id, 'The', 'account', 'is closed.')).toMatchObject({ code: 0 });
    expect(await run('settle', back.id)).toMatchObject({
      code: 1,
      said: expect.stringContaining('This order has already ended.'),
    });
    expect(await run('settle', 'h1')).toMatchObject({ code: 1, said: expect.stringContaining('does not exist') });
    const line = (id: string) => ines.client.call(endpoints.getTransaction, { params: { id } });
    expect(await line(paid.id)).toMatchObject({ status: 'completed' });
    expect(await line(back.id)).toMatchObject({ status: 'returned', reason: 'The account is closed.' });
    expect((await acts())[0]).toMatchObject({ who: 'command line', did: 'Returned withdrawal' });
  });

  // Rules: identity-9
  test('settles a deposit proposed by one operator when another approves it', async () => {
    const [bank] = await ines.client.call(endpoints.listPaymentMethods);
    const amara = await florin.signUp('Amara Nwosu');
    await run('grant', amara.user.email);
    const methods = await ines.client.call(endpoints.listPaymentMethods);
    const payment_method_id = methods.find(({ type }) => type === 'bank')?.id ?? bank?.id ?? '';
    const { id } = await ines.client.call(endpoints.addFunds, { body: { amount: '50.44', payment_method_id } });
    expect(await run('settle', id)).toMatchObject({ code: 1, said: expect.stringContaining('needs two operators') });
    expect(await run('settle', id, '--as', olu.user.email)).toMatchObject({
      code: 1,
      said: expect.stringContaining('how you know'),
    });
    expect(await run('settle', id, 'On the statement.', '--as', ines.user.email)).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not an operator'),
    });
    expect(await run('proposals')).toMatchObject({ code: 0, out: 'No proposals need a second operator.' });
    expect(await run('settle', id, 'On the statement.', '--as', olu.user.email.toUpperCase())).toMatchObject({
      code: 0,
      out: `Settle deposit ${id}, $50.44: proposed by ${olu.user.email}. Another operator must approve it on /operations within seven days.`,
    });
    expect((await acts())[0]).toMatchObject({ who: olu.user.email, did: 'Proposed to settle deposit', ip: null });
    expect((await run('proposals')).out).toContain(
      `Settle deposit ${id}, $50.44  ${ines.user.email}  On the statement.`,
    );
    const [proposal] = await amara.client.call(endpoints.listProposals);
    await approve(amara, proposal?.id ?? '');
    const params = { id };
    expect(await ines.client.call(endpoints.getTransaction, { params })).toMatchObject({ status: 'completed' });
  });

  test.each(
    [
      [],
      ['promote'],
      ['list', 'all'],
      ['grant'],
      ['kyc'],
      ['kyc', 'verify'],
      ['kyc', 'verify', 'a@b.example', 'gladly'],
      ['kyc', 'deny', 'a@b.example'],
      ['kyc', 'ask', 'a@b.example'],
      ['kyc', 'ask', 'a@b.example', 'Too dark.'],
      ['kyc', 'ask', 'a@b.example', 'selfie:'],
      ['grant', 'a@b.example', 'c@d.example'],
      ['settle'],
      ['return', 'h1'],
      ['return', 'h1', ' '],
      ['settle', 'h1', '--as'],
      ['list', '--as', 'a@b.example'],
    ].map((args) => ({ args })),
  )('prints the usage for the arguments $args', async ({ args }) => {
    expect(await run(...args)).toMatchObject({
      code: 2,
      out: '',
      said: expect.stringContaining('Usage: npm run florin -- operator '),
    });
  });

  test('operator commands work in a separate process', async () => {
    expect(await runProcess('list')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${olu.user.email}  Olu Adeyemi\n`),
    });
    expect(await runProcess('promote')).toMatchObject({ code: 2, out: '' });
  });
});
