import { approverRoles, type BusinessRole, type PaymentRule } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { countOthers, type Ask } from './approval-store.ts';

export const askOf = ({ approvals = 1, approvers }: PaymentRule): Ask => ({
  approvals,
  approvers: approvers ?? approverRoles,
});

export type NeededApprovals = {
  /** The smallest number of people who can give the approvals. 0 if the payment needs none. */
  readonly needed: number;
  /** The roles that can give some of the approvals. */
  readonly approvers: readonly BusinessRole[];
  readonly asks: readonly Ask[];
};

/**
 * Returns the approvals that a payment needs from people other than its proposer. Each rule needs the approvals of its
 * own roles, but never more than the number of people who can give them.
 */
export async function neededApprovals(
  database: Queryable,
  { businessId, proposerId }: { readonly businessId: string; readonly proposerId: string },
  all: readonly Ask[],
): Promise<NeededApprovals> {
  if (all.length === 0) return { needed: 0, approvers: [], asks: [] };
  const others = await countOthers(database, businessId, proposerId);
  const asks = all
    .map(({ approvals, approvers }) => ({ approvals: Math.min(approvals, givenBy(others, approvers)), approvers }))
    .filter(({ approvals }) => approvals > 0);
  return {
    needed: fewestPeople(asks, others),
    approvers: approverRoles.filter((role) => asks.some(({ approvers }) => approvers.includes(role))),
    asks,
  };
}

/** Returns whether the people who approved, by their roles, give every rule its approvals. */
export const areGiven = (asks: readonly Ask[], roles: readonly BusinessRole[]): boolean =>
  asks.every(({ approvals, approvers }) => roles.filter((role) => approvers.includes(role)).length >= approvals);

type People = ReadonlyMap<BusinessRole, number>;

const givenBy = (people: People, roles: readonly BusinessRole[]): number =>
  roles.reduce((sum, role) => sum + (people.get(role) ?? 0), 0);

/** Tries all numbers of people of each role. A rule asks for five at most. */
function fewestPeople(asks: readonly Ask[], others: People): number {
  const most = Math.max(0, ...asks.map(({ approvals }) => approvals));
  const groups = approverRoles.reduce<People[]>(
    (chosen, role) => {
      const counts = Array.from({ length: Math.min(most, others.get(role) ?? 0) + 1 }, (_, count) => count);
      return chosen.flatMap((people) => counts.map((count) => new Map([...people, [role, count]])));
    },
    [new Map()],
  );
  const enough = groups.filter((people) =>
    asks.every(({ approvals, approvers }) => givenBy(people, approvers) >= approvals),
  );
  return Math.min(...enough.map((people) => givenBy(people, approverRoles)));
}
