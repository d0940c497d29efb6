import { errorBody } from '@florin/contract';
import * as z from 'zod/mini';

/**
 * A fetch that checks every answer. An error must have the contract's shape without internal details, a failure must be
 * a 503 with Retry-After, and no call may be signed out. `problems` stays empty.
 */
export function witness() {
  const problems = new Set<string>();
  const refused = new Map<string, number>();
  let unanswered = 0;
  return {
    problems,
    /** Calls without any answer. */
    unanswered: () => unanswered,
    /** How often each error code was answered. */
    refused,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      const answer = await fetch(url, init).catch((error: unknown) => {
        unanswered += 1;
        throw error;
      });
      if (answer.status < 400) return answer;
      const text = await answer.clone().text();
      const code = codeOf(text);
      refused.set(code ?? 'none', (refused.get(code ?? 'none') ?? 0) + 1);
      for (const problem of problemsOf(answer, text)) problems.add(`${new URL(url).pathname}: ${problem}`);
      return answer;
    },
  };
}

function problemsOf({ status, headers }: Response, text: string): string[] {
  const found: string[] = [];
  if (status === 401) found.push('401');
  if (status >= 500 && status !== 503) found.push(`${status} ${text}`);
  if (status === 503 && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) found.push('503 without Retry-After');
  if (codeOf(text) === undefined) found.push(`${status} is not the contract's: ${text}`);
  if (inside.test(text)) found.push(`${status} reveals internals: ${text}`);
  return found;
}

/** Matches internal details: a stack, a path, a statement, or an error of the driver or the database. */
const inside = /\n\s+at |node_modules|\.ts:|\bselect \b|\binsert \b|\bledger\.|ECONN|terminat|injected|recovery mode/i;

function codeOf(text: string): string | undefined {
  try {
    return z.safeParse(z.strictObject(errorBody.shape), JSON.parse(text)).data?.code;
  } catch {
    return undefined;
  }
}
