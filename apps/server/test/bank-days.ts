import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { endpoints, type DayReport } from '@florin/contract';
import { setRole } from '../src/features/identity/operators/change-user.ts';
import { camt053, type GivenLine, type GivenStatement } from './camt053.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

const iban = 'DE75512108001245126199'; // the sandbox's account in euros

/** Returns a day in UTC. */
export const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export const euroStatement = (given: Partial<GivenStatement>): string => camt053([{ iban, currency: 'EUR', ...given }]);

/** Returns a line of the sandbox's account in euros. */
export const lineOn = (amount: string, daysAgo: number, more: Partial<GivenLine> = {}): GivenLine => ({
  amount,
  day: ago(daysAgo),
  id: randomUUID().slice(0, 8),
  text: 'no reference',
  ...more,
});

/** Uploads statements and closes days as an operator. */
export function bankDays(florin: TestApp, operator: TestMember) {
  const upload = (given: Partial<GivenStatement>, name = 'statement.xml') =>
    uploadFile(florin, operator, endpoints.uploadBankFile, { name, bytes: Buffer.from(euroStatement(given)) });
  return {
    upload,
    /** Uploads the statement of a day. */
    statement: (daysAgo: number, [opening, closing]: readonly [string, string], lines: readonly GivenLine[]) =>
      upload({ from: ago(daysAgo), to: ago(daysAgo), opening, closing, lines }, `day-${daysAgo}.xml`),
    close: async (daysAgo: number, by = operator): Promise<readonly DayReport[]> =>
      (await by.client.call(endpoints.closeBankDay, { body: { day: ago(daysAgo) } })).reports,
    days: () => operator.client.call(endpoints.getBankDays, { query: {} }),
  };
}

export async function signUpOperator(florin: TestApp, name: string): Promise<TestMember> {
  const member = await florin.signUp(name);
  await setRole(florin.database.pool, member.user.id, 'operator', { operator: 'command line' });
  return member;
}
