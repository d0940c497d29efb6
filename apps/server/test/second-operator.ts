import { endpoints, type Proposal } from '@florin/contract';
import { pino } from 'pino';
import { settleBankOrders } from '../src/features/funding/index.ts';
import { recordingRail } from './recording-rail.ts';
import type { TestApp, TestMember } from './test-app.ts';

export const bankOf = async ({ client }: TestMember): Promise<string> =>
  (await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } })).id;

/** Starts a bank deposit that stays pending: the sandbox's bank does not settle amounts that end in 44. */
export async function announceDeposit(member: TestMember, amount: string): Promise<string> {
  const body = { amount, payment_method_id: await bankOf(member) };
  return (await member.client.call(endpoints.addFunds, { body })).id;
}

export const settle = ({ client }: TestMember, id: string) =>
  client.call(endpoints.settleBankOrder, { params: { id }, body: { reason: 'It is on the statement.' } });

export const giveBack = ({ client }: TestMember, id: string) =>
  client.call(endpoints.returnBankOrder, { params: { id }, body: { reason: 'The account is closed.' } });

/** Runs the bank's job for all orders so far. */
export const bankLooks = ({ app }: TestApp) =>
  settleBankOrders({
    ...app.dependencies,
    rail: recordingRail(),
    callBackSeconds: 0,
    logger: pino({ level: 'silent' }),
  });

/** Returns the proposal of an answer. Throws if the call was executed without a proposal. */
export function proposed({ proposal }: { readonly proposal: Proposal | null }): Proposal {
  if (!proposal) throw new Error('the answer has no proposal');
  return proposal;
}

/** Approves a proposal as another operator. */
export const approve = ({ client }: TestMember, id: string): Promise<Proposal> =>
  client.call(endpoints.approveProposal, { params: { id }, body: { reason: 'Seen on the bank’s statement.' } });

export async function stateOf({ database }: TestApp, id: string): Promise<Proposal['state'] | undefined> {
  const { rows } = await database.ownerPool.query<{ state: Proposal['state'] }>(
    'select state from operator_proposals where id = $1',
    [id],
  );
  return rows[0]?.state;
}

export const openProposals = async ({ client }: TestMember): Promise<string[]> =>
  (await client.call(endpoints.listProposals)).map(({ id }) => id);

/** Returns the acts on this object and their operators, from the audit trail. */
export const actsOn = async ({ client }: TestMember, on: string) =>
  (await client.call(endpoints.listOperatorActs, { query: {} }))
    .filter((act) => act.on.includes(on))
    .map(({ who, did }) => [who, did]);
