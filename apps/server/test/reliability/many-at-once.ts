import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorBody } from '@florin/contract';
import type { Person } from './people.ts';

/** An answer to a send by plain HTTP. The agent opens one connection per concurrent request. */
export type Answer = { readonly status: number; readonly ms: number; readonly code: string | undefined };

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Sends one cent. Throws if the answer is neither a success nor an error of the contract. */
export function sendCent(origin: string, from: Person, to: Person): Promise<Answer> {
  const body = JSON.stringify({ recipient_email: to.email, amount: '0.01' });
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}/api/transactions/send`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${from.token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    asked.once('error', reject);
    asked.once('response', (answer) => {
      const status = answer.statusCode ?? 0;
      const ms = performance.now() - begun;
      text(answer).then((said) => resolve({ status, ms, code: refusalOf(status, said) }), reject);
    });
    asked.end(body);
  });
}

const refusalOf = (status: number, said: string) =>
  status === 200 ? undefined : errorBody.parse(JSON.parse(said)).code;

/** Runs `atOnce` senders for this many seconds. Each sender sends again as soon as it gets the answer. */
export async function sendAllTheTime(
  origin: string,
  crowd: readonly Person[],
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const until = performance.now() + seconds * 1_000;
  const send = async (i: number) => {
    const [from, to] = [crowd[i % crowd.length], crowd[(i + 1) % crowd.length]];
    while (from && to && performance.now() < until) answers.push(await sendCent(origin, from, to));
  };
  await Promise.all(Array.from({ length: atOnce }, (_, i) => send(i)));
  return answers;
}

export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
