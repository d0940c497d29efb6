import * as z from 'zod/mini';
import { idOf } from './answer-parts.ts';
import type { endpointVisits } from './endpoint-visits.ts';
import type { TestApp } from './test-app.ts';

/** Calls each endpoint of API keys. Returns the list with the key. */
export async function visitKeys(
  { visit }: Pick<ReturnType<typeof endpointVisits>, 'visit'>,
  florin: TestApp,
): Promise<string> {
  const { token } = await florin.confirm(await florin.signUp('Ines'));
  const made = await visit('makeKey', { token, body: { name: 'Payroll', scopes: ['payments:write'] } });
  const params = { id: idOf(z.parse(z.object({ key: z.unknown() }), made.answer).key) };
  await visit('rotateKey', { token, params, body: { grace_hours: 1 } });
  const { raw } = await visit('listKeys', { token });
  await visit('revokeKey', { token, params });
  return raw;
}
