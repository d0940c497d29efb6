import { toDecimal } from '@florin/money';
import type { ChargeOrder, PaymentRail } from '../src/providers/payment-rail/payment-rail.ts';
import { simulatedPaymentRail } from '../src/providers/payment-rail/simulated.ts';

const sandbox = simulatedPaymentRail({ bankSeconds: 0 });

/** The sandbox's payment rail, which also records its calls, for example `charge 80.00 USD`. */
export function recordingRail(): PaymentRail & { readonly done: readonly string[] } {
  const done: string[] = [];
  const note = (what: string, { amount }: ChargeOrder) => done.push(`${what} ${toDecimal(amount)} ${amount.asset}`);
  return {
    done,
    describe: sandbox.describe,
    charge: (order) => {
      note('charge', order);
      return sandbox.charge(order);
    },
    refund: (order) => {
      note('refund', order);
      return sandbox.refund(order);
    },
    collect: (order) => {
      note('collect', order);
      return sandbox.collect(order);
    },
    payOut: (order) => {
      note('pay out', order);
      return sandbox.payOut(order);
    },
  };
}
