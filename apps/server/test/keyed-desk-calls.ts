import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { camt053 } from './camt053.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { unownedMoney } from './unowned-money.ts';
import { uploadFile } from './upload-file.ts';

type Cast = Readonly<Record<'olu' | 'amara' | 'ines', TestMember>> & { readonly florin: TestApp };

const reason = 'The payer called.';

/**
 * The calls of the operator Olu about unallocated money that take an idempotency key. Each call prepares separate
 * money.
 */
export function keyedDeskCalls(cast: () => Cast, another: () => string) {
  type Key = { readonly idempotencyKey: string };
  const body = () => ({ email: cast().ines.user.email, reason });

  async function unallocatedLine() {
    const { florin, olu } = cast();
    const text = 'no reference';
    const lines = [{ amount: another(), day: '2026-11-20', id: randomUUID().slice(0, 8), payer: 'Piet', text }];
    const bytes = Buffer.from(camt053([{ iban: 'DE75512108001245126199', currency: 'EUR', lines }]));
    await uploadFile(florin, olu, endpoints.uploadBankFile, { name: 'statement.xml', bytes });
    return (await olu.client.call(endpoints.getBankDesk)).unallocated.at(-1)?.id ?? '';
  }

  return {
    allocateLine: async () => {
      const call = { params: { line: await unallocatedLine() }, body: body() };
      return (key: Key) => cast().olu.client.call(endpoints.allocateLine, call, key);
    },
    allocateUnowned: async () => {
      const { florin, amara } = cast();
      const item = await unownedMoney(florin, { owner: amara.user.id, units: 5n });
      const call = { params: { item }, body: body() };
      return (key: Key) => cast().olu.client.call(endpoints.allocateUnowned, call, key);
    },
    returnLine: async () => {
      const call = { params: { line: await unallocatedLine() }, body: { reason } };
      return (key: Key) => cast().olu.client.call(endpoints.returnLine, call, key);
    },
    bookOwnFunds: async () => {
      const call = { params: { line: await unallocatedLine() }, body: { reason } };
      return (key: Key) => cast().olu.client.call(endpoints.bookOwnFunds, call, key);
    },
  };
}
