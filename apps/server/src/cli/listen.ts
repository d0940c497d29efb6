import { InvalidArgumentError, Option, type Command } from 'commander';
import { newSecret, signedHeaders } from '../features/events/index.ts';
import { whenAskedToStop } from '../platform/when-asked-to-stop.ts';
import { Mismatch, type Terminal } from './command-problem.ts';
import {
  followEventLog,
  newestSequence,
  pause,
  pauseAfter,
  type EventLog,
  type LoggedEvent,
} from './follow-event-log.ts';

type Options = {
  readonly key?: string;
  readonly forward: string;
  readonly url: string;
  readonly after?: number;
};

/** Adds `listen`. */
export function addListen(program: Command, { env, print, note, stop }: Terminal) {
  program
    .command('listen')
    .summary('forward events to a server on this machine')
    .description(
      'Forward the events of an account to a server on this machine, signed like webhooks with a secret that is printed ' +
        'at the start. An event is sent again until the receiver answers. Ctrl-C ends it.',
    )
    .usage('--forward <address> [options]')
    .addOption(new Option('--key <key>', 'an API key with the scope events:read (default: FLORIN_KEY)'))
    .requiredOption('--forward <address>', 'the receiver, such as http://localhost:4000/hook', addressOf)
    .option('--url <address>', 'the Florin server', addressOf, 'http://127.0.0.1:3000')
    .option('--after <sequence>', 'begin after this event (default: with new events)', sequenceOf)
    .action(({ key = env['FLORIN_KEY'] ?? '', forward, url, after }: Options) =>
      listen({ url: url.replace(/\/$/, ''), key, signal: stop ?? signalToStop(), note }, { forward, after, print }),
    );
}

type Forwarding = {
  readonly forward: string;
  readonly after: number | undefined;
  readonly print: Terminal['print'];
};

async function listen(log: EventLog, { forward, after, print }: Forwarding) {
  if (log.key === '') throw new Mismatch('Name an API key: --key flr_test_… or FLORIN_KEY.');
  const newest = await newestSequence(log);
  const secret = newSecret();
  const from = after ?? newest;
  print(`Secret: ${secret}`);
  print(`Forwarding events after ${from} to ${forward}. Ctrl-C ends it.`);
  for await (const event of followEventLog(log, from)) {
    const answer = await deliver(log, event, { forward, secret });
    if (answer === undefined) return; // stopped
    print(`${event.sequence} ${event.type} ${event.object} → ${answer}`);
  }
}

/** Posts the event until the receiver answers. Returns the answer, or undefined if the command was stopped first. */
async function deliver(
  log: EventLog,
  event: LoggedEvent,
  { forward, secret }: Pick<Forwarding, 'forward'> & { readonly secret: string },
): Promise<string | undefined> {
  const body = JSON.stringify(event);
  for (let failures = 0; !log.signal.aborted;) {
    const began = performance.now();
    const status = await post(forward, { id: event.id, body, secret, signal: log.signal });
    if (status !== undefined) return `${status} in ${Math.round(performance.now() - began)} ms`;
    failures += 1;
    if (failures === 1 && !log.signal.aborted)
      log.note(`${event.sequence} ${event.type}: no answer from ${forward}. Start the receiver. Trying again.`);
    await pause(log, pauseAfter(failures));
  }
  return undefined;
}

const timeoutMs = 10_000;

type Post = { readonly id: string; readonly body: string; readonly secret: string; readonly signal: AbortSignal };

/** Returns the status of the answer, or undefined without one. */
async function post(url: string, { id, body, secret, signal }: Post): Promise<number | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...signedHeaders({ id, at: new Date(), body }, { secrets: [secret] }),
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Florin-Webhooks/1.0',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
}

/** Aborts on Ctrl-C, and when no program reads the output any longer, for example after `| head`. */
function signalToStop(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  void whenAskedToStop().then(stop);
  process.stdout.once('error', stop);
  return stopping.signal;
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new InvalidArgumentError('It must begin with http:// or https://.');
}

function sequenceOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of an event.');
}
