import { randomUUID } from 'node:crypto';
import { writePain002 } from '@florin/bank-files';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(() => room.close());

/** The fates of a payout at the bank: paid, left out, given back or kept after a debit, or paid and then returned. */
const fates = ['paid', 'left out', 'debited and rejected', 'kept', 'returned'] as const;
type Fate = (typeof fates)[number];

const amounts = ['10.00', '20.00', '33.00'];
const day = fc.record({
  fates: fc.tuple(fc.constantFrom(...fates), fc.constantFrom(...fates), fc.constantFrom(...fates)),
  /** Whether the statement has one line for the batch. */
  isWhole: fc.boolean(),
  /** Whether each rejected payout has a separate file. */
  isSplit: fc.boolean(),
  order: fc.infiniteStream(fc.nat()).map((stream) => Array.from({ length: 12 }, () => stream.next().value ?? 0)),
});

/**
 * A single debit for the batch does not show which rejected payouts it contains, so the debit may wait for an operator.
 */
const isAmbiguous = ({ fates: all, isWhole }: { readonly fates: readonly Fate[]; readonly isWhole: boolean }) =>
  isWhole && all.includes('kept') && all.includes('left out');

const cents = (text: string) => BigInt(text.replace('.', ''));
const decimal = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;

type Line = {
  readonly amount: string;
  readonly endToEnd?: string;
  readonly batchId?: string;
  readonly returned?: string;
};

/** Returns the files of a day, and a second copy of one of them. */
function filesOf(
  { fates: all, isWhole, isSplit }: { fates: readonly Fate[]; isWhole: boolean; isSplit: boolean },
  ids: readonly string[],
  messageId: string,
): (() => Promise<unknown>)[] {
  const of = (...wanted: Fate[]) =>
    ids.flatMap((id, index) => (wanted.includes(all[index] ?? 'paid') ? [{ id, amount: amounts[index] ?? '' }] : []));
  const debited = of('paid', 'debited and rejected', 'kept', 'returned');
  const debits: Line[] = isWhole
    ? [{ amount: `-${decimal(debited.reduce((sum, { amount }) => sum + cents(amount), 0n))}`, batchId: messageId }]
    : debited.map(({ id, amount }) => ({ amount: `-${amount}`, endToEnd: id }));
  const credits: Line[] = of('debited and rejected', 'returned').map(({ id, amount }) => ({
    amount,
    endToEnd: id,
    returned: 'AC04',
  }));
  const rejected = of('left out', 'debited and rejected', 'kept').map(({ id }) => id);
  const statuses = isSplit ? rejected.map((id) => [id]) : rejected.length > 0 ? [rejected] : [];
  const lines = [...(debited.length > 0 ? debits : []), ...credits].map((line) => ({
    id: randomUUID().slice(0, 12),
    ...line,
  }));
  const files = [
    ...lines.map((line) => () => room.statement({ lines: [{ day: '2026-11-20', ...line }] })),
    ...statuses.map((some) => {
      const transactions = some.map((id) => ({ id, status: 'RJCT', reason_code: 'AC01' }));
      const about = { id: randomUUID().slice(0, 30), created: '2026-11-21T06:00:00Z', originalId: messageId };
      const payments = [{ id: messageId, status: null, transactions }];
      const file = [...writePain002({ ...about, group: { status: 'PART' }, payments })].join('');
      return () => room.upload('status.xml', file);
    }),
  ];
  return [...files, ...files.slice(0, 1)];
}

/**
 * In any order, a payout has one effect: paid once or given back once. No money stays between Florin and the bank.
 * Money that the bank kept is unallocated, and so is an ambiguous debit, whose payouts wait.
 */
test(
  'payouts lead to the same balances with any order of lines, statuses and returns',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(day, async ({ order, ...bank }) => {
        const before = [await room.house('bank-clearing'), await room.house('unallocated')] as const;
        const { batch, payouts, ids } = await room.paidOut(...amounts);
        const files = filesOf(bank, ids, batch.id.replaceAll('-', ''));
        for (const place of order) await files.splice(place % Math.max(files.length, 1), 1)[0]?.();
        let open = 0n;
        for (const [index, payout] of payouts.entries()) {
          const [fate, amount = ''] = [bank.fates[index], amounts[index]];
          const isWaiting = fate === 'paid' && isAmbiguous(bank) && (await room.status(payout)) === 'pending';
          if (fate === 'kept' || isWaiting) open += cents(amount);
          const left = decimal(10_000n - (fate === 'paid' && !isWaiting ? cents(amount) : 0n));
          expect(await room.wallet(payout)).toEqual([left, isWaiting ? amount : '0.00']);
        }
        const after = [await room.house('bank-clearing'), await room.house('unallocated')];
        expect(after).toEqual([before[0], before[1] - Number(open)]);
      }),
      { numRuns: Number(process.env['FLORIN_RUNS'] ?? '8') },
    );
  },
);
