import { randomUUID } from 'node:crypto';
import { canonicalEmail, endpoints, fromExact, type BodyOf, type Endpoints } from '@florin/contract';
import { formatAmount } from '@florin/money';
import * as z from 'zod/mini';
import { listPendingOrders, returnOrder, settleOrder } from './features/funding/index.ts';
import { decideCase, listCases } from './features/kyc/index.ts';
import { findMember, listOperators, setRole, type Member } from './features/identity/index.ts';
import { listOpenProposals } from './features/proposals/index.ts';
import { chooseProviders } from './choose-providers.ts';
import { exitCodeFor, UsageProblem } from './command-problem.ts';
import { parseConfig, type Config } from './config.ts';
import { openLedger } from './ledger/index.ts';
import { assertSameKey, masterKeyOf } from './master-key.ts';
import { joinDatabase } from './open-database.ts';
import { operatorByEmail, waitsForAnother, wordsOf } from './proposing-operator.ts';
import type { Pool } from './platform/database/pool.ts';
import { Refusal } from './platform/refusal.ts';
import { openKeyedDigest } from './platform/keyed-digest.ts';
import { openVault } from './platform/vault.ts';

const usage = `npm run operator -- list
    Lists the operators.
npm run operator -- grant <email> | revoke <email>
    Grants or revokes the operator role, effective immediately.
npm run operator -- kyc list
    Lists identity checks that need review, oldest first.
npm run operator -- kyc verify <email> | kyc deny <email> <reason>
    Decides a check. The member can read the reason.
npm run operator -- kyc ask <email> document: <reason>
    Asks for more. Begin each reason with personal:, document: or selfie:.
npm run operator -- orders
    Lists pending withdrawals and bank deposits, oldest first.
npm run operator -- settle <id> | return <id> <reason>
    Settles a withdrawal, or returns an order with a reason that the member can read.
npm run operator -- settle <id> <how you know> --as <operator's email> | return <id> <reason> --as <operator's email>
    Proposes to settle a deposit, or to return more than 1,000 US dollars. Another operator approves it on /operations.
npm run operator -- proposals
    Lists proposals that need a second operator, oldest first.`;

type Order =
  | { readonly does: 'list' | 'orders' | 'kyc list' | 'proposals' }
  | { readonly does: 'grant' | 'revoke'; readonly email: string }
  | { readonly does: 'decide'; readonly email: string; readonly verdict: Verdict }
  | { readonly does: 'settle'; readonly id: string; readonly reason: string; readonly as: string | undefined }
  | { readonly does: 'return'; readonly id: string; readonly reason: string; readonly as: string | undefined };

type Verdict = BodyOf<Endpoints['decideKycCase']>;

type Streams = {
  /** Prints the result. */
  readonly print: (text: string) => void;
  /** Prints other messages on a separate stream. */
  readonly note: (line: string) => void;
};

/** The actor in the audit trail. The command line does not know the name of the person who uses it. */
const by = { operator: 'command line' } as const;

/**
 * Runs the command in the arguments and prints its result.
 *
 * @returns the exit code: 2 for invalid arguments, 1 for a refusal
 */
export async function runOperatorCommand(
  args: readonly string[],
  env: Record<string, string | undefined>,
  { print, note }: Streams,
): Promise<number> {
  try {
    const order = orderOf(args);
    const config = parseConfig(env);
    const database = await joinDatabase(config, note);
    try {
      print(await carryOut(order, config, database.pool));
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    return exitCodeFor(error, note, usage);
  }
}

function orderOf(args: readonly string[]): Order {
  const { rest, as } = takeProposer(args);
  const [first, second] = rest;
  const [does, whom, ...words] = first === 'kyc' ? [`kyc ${second}`, ...rest.slice(2)] : rest;
  const reason = words.join(' ').trim();
  if (isList(does) && whom === undefined && as === undefined) return { does };
  if (does === 'return' && whom && reason) return { does, id: whom, reason, as };
  if (does === 'settle' && whom) return { does, id: whom, reason, as };
  if (as !== undefined) throw new UsageProblem();
  if (reason === '' && whom && (does === 'grant' || does === 'revoke')) return { does, email: addressOf(whom) };
  const { body } = endpoints.decideKycCase;
  const verdict = body && z.safeParse(body, verdictOf(does, reason));
  if (verdict?.success && whom) return { does: 'decide', email: addressOf(whom), verdict: verdict.data };
  throw new UsageProblem();
}

const isList = (does: string | undefined): does is 'list' | 'orders' | 'kyc list' | 'proposals' =>
  does === 'list' || does === 'orders' || does === 'kyc list' || does === 'proposals';

/** Extracts `--as <email>` from any position. */
function takeProposer(args: readonly string[]): { rest: readonly string[]; as: string | undefined } {
  const at = args.indexOf('--as');
  if (at < 0) return { rest: args, as: undefined };
  const email = args[at + 1];
  if (!email) throw new UsageProblem();
  return { rest: args.toSpliced(at, 2), as: addressOf(email) };
}

const addressOf = (typed: string) => canonicalEmail(typed) ?? typed;

function verdictOf(does: string | undefined, said: string): unknown {
  if (does === 'kyc verify' && said === '') return { decision: 'verified' };
  if (does === 'kyc deny') return { decision: 'denied', reasons: [{ item: 'document', reason: said }] };
  const [before, ...parts] = said.split(/(?:^| )(personal|document|selfie):(?= |$)/);
  if (does !== 'kyc ask' || before !== '' || parts.length === 0) return undefined;
  const reasons = parts.flatMap((item, at) => (at % 2 === 0 ? [{ item, reason: parts[at + 1] }] : []));
  return { decision: 'needs_more', reasons };
}

async function carryOut(order: Order, config: Config, pool: Pool): Promise<string> {
  switch (order.does) {
    case 'list':
      return operators(pool);
    case 'grant':
    case 'revoke':
      return changeRole(pool, order.email, order.does === 'grant' ? 'operator' : 'member');
    case 'orders':
      return orders(pool);
    case 'kyc list':
      return checks(await kycOf(config, pool));
    case 'decide':
      return decide(await kycOf(config, pool), order.email, order.verdict);
    case 'proposals':
      return proposals(pool);
    case 'settle':
      return settle(config, pool, order);
    case 'return':
      return returnToMember(config, pool, order);
  }
}

type OrderTo<Does extends Order['does']> = Extract<Order, { readonly does: Does }>;

async function settle(config: Config, pool: Pool, { id, reason, as }: OrderTo<'settle'>): Promise<string> {
  const asked = { by, proposer: await proposerAs(pool, as), reason };
  const proposal = await settleOrder(fundingOf(config, pool), id, asked);
  return proposal ? waitsForAnother(proposal) : `${id} is settled.`;
}

async function returnToMember(config: Config, pool: Pool, { id, reason, as }: OrderTo<'return'>): Promise<string> {
  const asked = { by, proposer: await proposerAs(pool, as), reason };
  const proposal = await returnOrder(fundingOf(config, pool), id, asked);
  return proposal ? waitsForAnother(proposal) : `${id} is returned.`;
}

const proposerAs = async (pool: Pool, email: string | undefined) =>
  email === undefined
    ? undefined
    : { by: { operator: await operatorByEmail(pool, email) }, command: { key: randomUUID(), requestHash: 0n } };

async function proposals(pool: Pool): Promise<string> {
  const open = await listOpenProposals(pool);
  if (open.length === 0) return 'No proposals need a second operator.';
  return open
    .map(({ id, proposedAt, proposedBy, about, member, reason }) =>
      [id, proposedAt.toISOString(), proposedBy.email, wordsOf(about), member?.email ?? '', reason].join('  '),
    )
    .join('\n');
}

const fundingOf = (config: Config, pool: Pool) => ({
  pool,
  ledger: openLedger(pool),
  rail: chooseProviders(config).rail,
});

async function operators(pool: Pool): Promise<string> {
  const found = await listOperators(pool);
  if (found.length === 0) return 'There are no operators.';
  return found.map(({ email, name, state }) => `${email}  ${name}${state === 'open' ? '' : ` (${state})`}`).join('\n');
}

async function changeRole(pool: Pool, email: string, role: 'member' | 'operator'): Promise<string> {
  const member = await memberOf(pool, email);
  if (member.role === role)
    return role === 'operator' ? `${email} is already an operator.` : `${email} is not an operator.`;
  await setRole(pool, member.id, role, by);
  return role === 'operator' ? `${email} is now an operator.` : `${email} is no longer an operator.`;
}

async function memberOf(pool: Pool, email: string): Promise<Member> {
  const member = await findMember(pool, email);
  if (!member) throw new Refusal('user_not_found', `No account has the address ${email}.`);
  return member;
}

/** Personal data in checks is encrypted, so this needs the server's master key. */
async function kycOf(config: Config, pool: Pool) {
  const vault = openVault(pool, masterKeyOf(config), config.oldMasterKey);
  await assertSameKey(vault);
  return { pool, vault, publicUrl: config.publicUrl, digestOf: openKeyedDigest({ pool, vault }) };
}
type Kyc = Awaited<ReturnType<typeof kycOf>>;

async function checks(kyc: Kyc): Promise<string> {
  const waiting = await listCases(kyc, by.operator);
  if (waiting.length === 0) return 'No identity checks need review.';
  return waiting
    .map(({ email, name, id_type, country, submitted_at }) => [email, name, id_type, country, submitted_at].join('  '))
    .join('\n');
}

async function decide(kyc: Kyc, email: string, verdict: Verdict): Promise<string> {
  const { id } = await memberOf(kyc.pool, email);
  await decideCase(kyc, by, id, verdict);
  if (verdict.decision === 'needs_more') return `${email} was asked for more.`;
  return `The identity of ${email} is ${verdict.decision}.`;
}

async function orders(pool: Pool): Promise<string> {
  const waiting = await listPendingOrders(pool);
  if (waiting.length === 0) return 'No orders are pending.';
  return waiting
    .map(({ id, kind, asked_at, currency, amount_exact, email, method, signs }) =>
      [id, kind, asked_at, formatAmount(fromExact(currency, amount_exact)), email, method, ...signs].join('  '),
    )
    .join('\n');
}
