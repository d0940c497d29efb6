/**
 * The world around a rehearsal, in a separate process. The process has a bank that talks by files, a mail server that
 * delivers nothing, and addresses with prices and exchange rates. rehearse.ts starts the process and receives its
 * addresses.
 */
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { OperatorAccount } from '../src/providers/bank/bank.ts';
import { bankPage } from './bank-page.ts';
import { catchMails } from './caught-mails.ts';
import { pricesNow, ratesNow } from './pretended-market.ts';
import { BankRefusal, RehearsalBank } from './rehearsal-bank.ts';

/** The message of rehearse.ts that opens the bank. */
export type Start = {
  readonly bankDir: string;
  readonly accounts: readonly OperatorAccount[];
  /** The settings of Florin except the addresses of this process. */
  readonly settings: Readonly<Record<string, string>>;
  readonly florin: string;
  readonly port: number;
};

export type Opened = {
  /** The address of the page. */
  readonly page: string;
  /** All settings of Florin. */
  readonly settings: Readonly<Record<string, string>>;
};

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const maxForm = 10_000;

process.once('disconnect', () => process.exit(0)); // the rehearsal is over
process.once('message', (start: Start) => void open(start));

async function open({ bankDir, accounts, settings: given, florin, port }: Start) {
  const bank = new RehearsalBank(bankDir, accounts);
  const { mails, url } = await catchMails();
  let settings = given;
  let said: string | undefined;

  const actions: Record<string, (form: URLSearchParams) => Promise<string>> = {
    '/transfers': async (form) => {
      const [account, amount] = [form.get('account') ?? '', form.get('amount') ?? ''];
      await bank.receive({
        account,
        amount,
        payer: form.get('payer') ?? '',
        payerAccount: form.get('payer_account') ?? '',
        text: form.get('text') ?? '',
      });
      return `The statement with the transfer of ${amount} to ${account} is in the inbox. Florin reads it within ten seconds.`;
    },
    '/charges': async (form) => {
      await bank.charge(form.get('account') ?? '', form.get('amount') ?? '');
      return 'The statement with the charge is in the inbox.';
    },
    '/files/pay': async (form) => {
      await bank.pay(form.get('file') ?? '');
      return 'Paid. The statement is in the inbox.';
    },
    '/files/reject': async (form) => {
      await bank.reject(form.get('file') ?? '', form.get('payment') ?? '', form.get('reason') ?? '');
      return 'Rejected. The status file is in the inbox.';
    },
    '/files/send-back': async (form) => {
      await bank.sendBack(form.get('file') ?? '', form.get('payment') ?? '', form.get('reason') ?? '');
      return 'Sent back. The statement is in the inbox.';
    },
    '/operators': async (form) => florinSays(settings, ['operator', 'grant', form.get('email') ?? '']),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const address = request.url ?? '/';
    if (request.method === 'GET' && address === '/prices') return sendJson(response, pricesNow());
    if (request.method === 'GET' && address === '/rates') return sendJson(response, ratesNow());
    const { [address]: action } = actions;
    if (request.method === 'POST' && action) {
      said = await action(await formOf(request)).catch(sentenceOf);
      return response.writeHead(303, { location: '/' }).end();
    }
    if (request.method !== 'GET' || address !== '/') return response.writeHead(404).end();
    await bank.readOutbox().catch((error: unknown) => (said = sentenceOf(error)));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(bankPage({ bank, mails, florin, said }));
    said = undefined;
    return response;
  }

  const server = createServer((request, response) => {
    // Other sites must not press the buttons.
    const { origin, host } = request.headers;
    if (origin !== undefined && origin !== `http://${host}`) response.writeHead(403).end();
    else answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const page = `http://localhost:${(server.address() as AddressInfo).port}`;
  settings = { ...given, SMTP_URL: url, PRICE_FEED: `${page}/prices`, EXCHANGE_RATES: `${page}/rates` };
  process.send?.({ page, settings } satisfies Opened);
}

function sendJson(response: ServerResponse, body: unknown) {
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const body = await text(request);
  if (body.length > maxForm) throw new BankRefusal('The amount is too large.');
  return new URLSearchParams(body);
}

function sentenceOf(error: unknown): string {
  if (error instanceof BankRefusal) return error.message;
  throw error;
}

/** Runs a command of Florin's command line and returns its output. */
async function florinSays(settings: Start['settings'], words: readonly string[]): Promise<string> {
  const env = { ...process.env, ...settings };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...words], { env }).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  return stripVTControlCharacters(`${stdout}${stderr}`).trim();
}
