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
    Who has the operator role.
npm run operator -- grant <email> | revoke <email>
    Makes a member an operator, or takes it back at once.
npm run operator -- kyc list
    Identity checks that wait for a person, oldest first.
npm run operator -- kyc verify <email> | kyc deny <email> <reason>
    Decides one, with the reason for the member to read.
npm run operator -- kyc ask <email> document: <reason>
    Asks for more: each of personal:, document: and selfie: begins a reason of its own.
npm run operator -- orders
    Withdrawals and bank deposits that wait, oldest first.
npm run operator -- settle <id> | return <id> <reason>
    The bank has it; or does not take it, with the reason for the member to read.
npm run operator -- settle <id> <how you know> --as <operator's email> | return <id> <reason> --as <operator's email>
    Proposes to settle a deposit, or to return more than 1,000 US dollars. Another operator approves it on /operations.
npm run operator -- proposals
    What waits for a second operator, oldest first.`;

type Order =
  | { readonly does: 'list' | 'orders' | 'kyc list' | 'proposals' }
  | { readonly does: 'grant' | 'revoke'; readonly email: string }
  | { readonly does: 'decide'; readonly email: string; readonly verdict: Verdict }
  | { readonly does: 'settle'; readonly id: string; readonly reason: string; readonly as: string | undefined }
  | { readonly does: 'return'; readonly id: string; readonly reason: string; readonly as: string | undefined };

type Verdict = BodyOf<Endpoints['decideKycCase']>;

type Streams = {
  /** What was asked for. */
  readonly print: (text: string) => void;
  /** What else there is to say. */
  readonly note: (line: string) => void;
};

/** In the audit trail: who may run this may run anything, and is not known by name. */
const by = { operator: 'command line' } as const;

/**
 * Does what the arguments say, and says what came of it.
 *
 * @returns the process's exit code: 2 for arguments that make no command, 1 for what is refused
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
  const { rest, as } = inWhoseName(args);
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

/** Takes `--as <email>` out, wherever it stands. */
function inWhoseName(args: readonly string[]): { rest: readonly string[]; as: string | undefined } {
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
      return giveBack(config, pool, order);
  }
}

type OrderTo<Does extends Order['does']> = Extract<Order, { readonly does: Does }>;

async function settle(config: Config, pool: Pool, { id, reason, as }: OrderTo<'settle'>): Promise<string> {
  const asked = { by, proposer: await proposerAs(pool, as), reason };
  const proposal = await settleOrder(fundingOf(config, pool), id, asked);
  return proposal ? waitsForAnother(proposal) : `${id} is settled.`;
}

async function giveBack(config: Config, pool: Pool, { id, reason, as }: OrderTo<'return'>): Promise<string> {
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
  if (open.length === 0) return 'Nothing waits for a second operator.';
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
  if (found.length === 0) return 'Nobody is an operator.';
  return found.map(({ email, name, state }) => `${email}  ${name}${state === 'open' ? '' : ` (${state})`}`).join('\n');
}

async function changeRole(pool: Pool, email: string, role: 'member' | 'operator'): Promise<string> {
  const member = await memberOf(pool, email);
  if (member.role === role)
    return role === 'operator' ? `${email} is an operator already.` : `${email} is not an operator.`;
  await setRole(pool, member.id, role, by);
  return role === 'operator' ? `${email} is an operator now.` : `${email} is no operator any more.`;
}

async function memberOf(pool: Pool, email: string): Promise<Member> {
  const member = await findMember(pool, email);
  if (!member) throw new Refusal('user_not_found', `Nobody has an account with the address ${email}.`);
  return member;
}

/** What is personal in a check is sealed: this needs the master key of the server. */
async function kycOf(config: Config, pool: Pool) {
  const vault = openVault(pool, masterKeyOf(config), config.oldMasterKey);
  await assertSameKey(vault);
  return { pool, vault, publicUrl: config.publicUrl, digestOf: openKeyedDigest({ pool, vault }) };
}
type Kyc = Awaited<ReturnType<typeof kycOf>>;

async function checks(kyc: Kyc): Promise<string> {
  const waiting = await listCases(kyc, by.operator);
  if (waiting.length === 0) return 'No identity check waits for a person.';
  return waiting
    .map(({ email, name, id_type, country, submitted_at }) => [email, name, id_type, country, submitted_at].join('  '))
    .join('\n');
}

async function decide(kyc: Kyc, email: string, verdict: Verdict): Promise<string> {
  const { id } = await memberOf(kyc.pool, email);
  await decideCase(kyc, by, id, verdict);
  if (verdict.decision === 'needs_more') return `${email} is asked for more.`;
  return `The identity of ${email} is ${verdict.decision}.`;
}

async function orders(pool: Pool): Promise<string> {
  const waiting = await listPendingOrders(pool);
  if (waiting.length === 0) return 'Nothing waits for a bank.';
  return waiting
    .map(({ id, kind, asked_at, currency, amount_exact, email, method, signs }) =>
      [id, kind, asked_at, formatAmount(fromExact(currency, amount_exact)), email, method, ...signs].join('  '),
    )
    .join('\n');
}
