import { defaultPolicy, type PlanName } from '@florin/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthsAfter } from './months.ts';
import { dueNow, unpaidMonths, type PaidMonths, type PlanState } from './plan-state.ts';

const start = new Date('2026-10-12T09:00:00.000Z');
const paidFrom = (startedAt: Date, months = 1): PaidMonths => ({
  startedAt,
  months,
  endsAt: monthsAfter(startedAt, months),
  nextPlan: null,
  graceUntil: null,
});
const pro = { plan: 'pro', paid: paidFrom(start) } as const;
const { plans } = defaultPolicy;
const cents = (state: PlanState, to: PlanName, now: Date) => dueNow(plans, state, to, now).units;

describe('the amount due for a plan change', () => {
  test('charges a whole month from Personal', () => {
    const personal = { plan: 'personal', paid: undefined } as const;
    expect(cents(personal, 'pro', start)).toBe(9_99n);
    expect(cents(personal, 'business', start)).toBe(49_99n);
  });

  test('charges $24.52 for 19 of 31 days from Pro to Business', () => {
    expect(cents(pro, 'business', new Date('2026-10-24T09:00:00.000Z'))).toBe(24_52n);
    expect(cents(pro, 'business', new Date('2026-10-24T10:00:00.000Z'))).toBe(24_52n);
    expect(cents(pro, 'business', new Date('2026-10-24T08:59:59.999Z'))).toBe(25_81n);
  });

  test("an upgrade charges the whole difference on the first day, and one day's share on the last day", () => {
    expect(cents(pro, 'business', start)).toBe(40_00n);
    expect(cents(pro, 'business', new Date(pro.paid.endsAt.getTime() - 1))).toBe(1_30n);
  });

  test('charges nothing for a downgrade or the same plan', () => {
    const business = { plan: 'business', paid: paidFrom(start) } as const;
    expect([cents(business, 'pro', start), cents(business, 'personal', start), cents(pro, 'pro', start)]).toEqual([
      0n,
      0n,
      0n,
    ]);
  });

  test("charges the chosen plan's price for each unpaid month", () => {
    const behind = new Date(pro.paid.endsAt.getTime() + 1);
    expect(cents(pro, 'business', behind)).toBe(49_99n);
    expect(cents({ plan: 'business', paid: paidFrom(start) }, 'pro', behind)).toBe(9_99n);
    expect(cents(pro, 'business', monthsAfter(start, 2))).toBe(99_98n);
  });

  test('an upgrade charges the exact daily share rounded up, and less every day', () => {
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (startedAt, months, part) => {
          const paid = paidFrom(startedAt, months);
          const from = monthsAfter(startedAt, months - 1).getTime();
          const now = new Date(from + Math.floor(part * (paid.endsAt.getTime() - from)));
          const due = cents({ plan: 'pro', paid }, 'business', now);
          const difference = plans.business.price.units - plans.pro.price.units;
          const days = BigInt(Math.ceil((paid.endsAt.getTime() - now.getTime()) / 86_400_000));
          const length = BigInt((paid.endsAt.getTime() - from) / 86_400_000);
          expect(due * length >= difference * days).toBe(true);
          expect((due - 1n) * length < difference * days).toBe(true);
          expect(due <= difference).toBe(true);
          expect(cents({ plan: 'pro', paid }, 'business', new Date(now.getTime() - 86_400_000)) >= due).toBe(true);
        },
      ),
    );
  });
});

test('counts unpaid months from the end of the paid period', () => {
  const paid = paidFrom(new Date('2026-01-31T00:00:00.000Z'));
  const unpaidAt = (now: string) => unpaidMonths(paid, new Date(now));
  expect([
    unpaidAt('2026-02-27T23:59:59.999Z'),
    unpaidAt('2026-02-28T00:00:00.000Z'),
    unpaidAt('2026-03-30T23:59:59.999Z'),
    unpaidAt('2026-03-31T00:00:00.000Z'),
  ]).toEqual([0, 1, 1, 2]);
});
