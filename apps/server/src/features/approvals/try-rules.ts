import type { PaymentRule, RulesDryRun, Transaction } from '@florin/contract';
import { isFiat, parseAmount, usdEquivalentCeil } from '@florin/money';
import type { History } from '../activity/index.ts';
import type { Actor } from '../businesses/index.ts';
import { demandOf } from './demand.ts';

const days = 90;
const dayMs = 24 * 60 * 60_000;

/**
 * Applies rules to the outgoing payments of the last 90 days, in their order, and counts the payments that would have
 * needed approval or been refused. Totals leave out payments that would have needed approval or been refused. All
 * payments count as made with the caller's role and without an API key.
 */
export async function tryRules(
  { history }: { readonly history: History },
  actor: Actor,
  rules: readonly PaymentRule[],
): Promise<RulesDryRun> {
  const since = Date.now() - days * dayMs;
  const payments: Transaction[] = [];
  for await (const page of history.whole(actor, { type: 'all' })) {
    payments.push(...page.filter((line) => isPayment(line) && Date.parse(line.date) >= since));
    if (page.some(({ date }) => Date.parse(date) < since)) break;
  }
  const seen = new Set<string>();
  const totals = new Map<string, bigint>();
  let [asks, refuses] = [0, 0];
  for (const line of payments.toReversed()) {
    const demand = demandOfPast(rules, actor, line, { seen, totals });
    if (demand.refused) refuses += 1;
    else if (demand.asks.length > 0) asks += 1;
    seen.add(placeOf(line));
  }
  return { days, payments: payments.length, would_ask: asks, would_refuse: refuses };
}

const isPayment = ({ type, status }: Transaction) =>
  (type === 'send' || type === 'withdrawal') && (status === 'completed' || status === 'pending');

const fiatOf = ({ counter_currency: code, currency }: Transaction) => (isFiat(code) ? code : currency);

/** The recipient's address, or the history's name of the bank account. */
const placeOf = ({ to, payment_method: method }: Transaction) => to ?? method ?? '';

type Past = { readonly seen: ReadonlySet<string>; readonly totals: Map<string, bigint> };

function demandOfPast(rules: readonly PaymentRule[], actor: Actor, line: Transaction, { seen, totals }: Past) {
  const { amount } = parseAmount(fiatOf(line), line.counter_amount_exact);
  const asked = {
    cents: amount ? usdEquivalentCeil(amount).units : 0n,
    currency: line.counter_currency,
    to: line.type === 'send' ? line.to : undefined,
    isKnown: seen.has(placeOf(line)),
    role: actor.acts.role,
    byKey: false,
  };
  const period = (slot: string) => (slot === '@day' ? line.date.slice(0, 10) : line.date.slice(0, 7));
  const exceeded = new Set<string>();
  for (;;) {
    const demand = demandOf(rules, actor.id, asked, exceeded);
    const counted = demand.draws.map((draw) => ({ ...draw, total: `${draw.kind} ${period(draw.slot)}` }));
    const over = counted.find(({ total, units, limit }) => (totals.get(total) ?? 0n) + units > limit);
    if (!over) {
      if (!demand.refused) for (const { total, units } of counted) totals.set(total, (totals.get(total) ?? 0n) + units);
      return demand;
    }
    exceeded.add(over.kind);
  }
}
