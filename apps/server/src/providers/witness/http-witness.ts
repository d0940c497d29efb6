import { readBounded } from '../../platform/read-bounded.ts';
import type { Witness } from './witness.ts';

const patienceMs = 5_000;
const maxAnswer = 10_000;

/** Asks a witness over HTTP. */
export const httpWitness = (verifierKey: string, url: URL): Witness => ({
  verifierKey,
  addCheckpoint: async (body) => {
    const response = await fetch(`${url.href.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer = await readBounded(response, maxAnswer);
    return { status: response.status, text: answer.toString() };
  },
});
