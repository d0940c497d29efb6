import { randomUUID } from 'node:crypto';
import { canonicalEmail, endpoints, fromExact, type BodyOf, type Endpoints } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { listPendingOrders, returnOrder, settleOrder } from '../features/funding/index.ts';
import { decideCase, listCases } from '../features/kyc/index.ts';
import { findMember, listOperators, setRole, type Member } from '../features/identity/index.ts';
import { listOpenProposals } from '../features/proposals/index.ts';
import { chooseProviders } from '../choose-providers.ts';
import { parseConfig, type Config } from '../config.ts';
import { openLedger } from '../ledger/index.ts';
import { assertSameKey, masterKeyOf } from '../master-key.ts';
import { joinDatabase, type Database } from '../open-database.ts';
import type { Pool } from '../platform/database/pool.ts';
import { Refusal } from '../platform/refusal.ts';
import { openKeyedDigest } from '../platform/keyed-digest.ts';
import { openVault } from '../platform/vault.ts';
import type { Terminal } from './command-problem.ts';
import { operatorByEmail, waitsForAnother, wordsOf } from './proposing-operator.ts';

/** The actor in the audit trail. The command line does not know the name of the person who uses it. */
const by = { operator: 'command line' } as const;

type Verdict = BodyOf<Endpoints['decideKycCase']>;
type Databases = Pick<Database, 'pool' | 'ledgers'>;
type Work = (pool: Pool, config: Config, databases: Databases) => Promise<string>;
type Decision = { readonly id: string; readonly reason: string; readonly as: string | undefined };

/** Adds `operator …`. */
export function addOperator(program: Command, { env, print, note }: Terminal) {
  const operator = program.command('operator').description('the operator role and the work of operators');

  const run = async (work: Work) => {
    const config = parseConfig(env);
    const database = await joinDatabase(config, note);
    try {
      print(await work(database.pool, config, database));
    } finally {
      await database.close();
    }
  };

  operator
    .command('list')
    .description('list the operators')
    .action(() => run(operators));
  operator
    .command('grant')
    .description('grant the operator role, effective immediately')
    .argument('<email>', 'the address of an account', addressOf)
    .action((email: string) => run((pool) => changeRole(pool, email, 'operator')));
  operator
    .command('revoke')
    .description('revoke the operator role, effective immediately')
    .argument('<email>', 'the address of an operator', addressOf)
    .action((email: string) => run((pool) => changeRole(pool, email, 'member')));
  operator
    .command('orders')
    .description('list pending withdrawals and bank deposits, oldest first')
    .action(() => run(orders));
  operator
    .command('settle')
    .summary('settle a withdrawal, or propose to settle a deposit')
    .description(
      'Settle a withdrawal. With --as and how you know of the payment, propose to settle a deposit: another operator ' +
        'approves it on /operations.',
    )
    .argument('<id>', 'the order, such as h4198400')
    .argument('[reason...]', 'how you know')
    .option('--as <email>', 'the operator who proposes', addressOf)
    .action((id: string, words: string[], { as }: { as?: string }) =>
      run((_pool, config, databases) => settle(config, databases, { id, reason: words.join(' ').trim(), as })),
    );
  operator
    .command('return')
    .summary('return an order with a reason that the member can read')
    .description(
      'Return an order with a reason that the member can read. With --as, propose it: for more than 1,000 US ' +
        'dollars, or the configured amount, another operator approves it on /operations.',
    )
    .argument('<id>', 'the order, such as h4198400')
    .argument('<reason...>', 'why')
    .option('--as <email>', 'the operator who proposes', addressOf)
    .action((id: string, words: string[], { as }: { as?: string }, command: Command) => {
      const reason = words.join(' ').trim();
      if (reason === '') command.error('error: the reason is blank');
      return run((_pool, config, databases) => returnToMember(config, databases, { id, reason, as }));
    });
  operator
    .command('proposals')
    .description('list proposals that need a second operator, oldest first')
    .action(() => run(proposals));

  const kyc = operator.command('kyc').description('identity checks that need review');
  kyc
    .command('list')
    .description('list the checks, oldest first')
    .action(() => run(async (pool, config) => checks(await kycOf(config, pool))));
  kyc
    .command('verify')
    .description('verify the identity')
    .argument('<email>', 'the member', addressOf)
    .action((email: string) => run(decision(email, { decision: 'verified' })));
  kyc
    .command('deny')
    .description('deny the check with a reason that the member can read')
    .argument('<email>', 'the member', addressOf)
    .argument('<reason...>', 'why')
    .action((email: string, words: string[], _options: unknown, command: Command) =>
      run(decision(email, verdictOf(command, 'denied', [{ item: 'document', reason: words.join(' ') }]))),
    );
  kyc
    .command('ask')
    .description('ask for more, with reasons that the member can read')
    .argument('<email>', 'the member', addressOf)
    .argument('<reasons...>', 'each begins with personal:, document: or selfie:')
    .action((email: string, words: string[], _options: unknown, command: Command) =>
      run(decision(email, verdictOf(command, 'needs_more', reasonsIn(words.join(' '))))),
    );
}

const addressOf = (typed: string) => canonicalEmail(typed) ?? typed;

/** Ends the command with its usage if there are no reasons, or if one is blank or too long. */
function verdictOf(command: Command, kind: Verdict['decision'], reasons: readonly unknown[]): Verdict {
  const { body } = endpoints.decideKycCase;
  const verdict = body && z.safeParse(body, { decision: kind, reasons });
  if (verdict?.success && reasons.length > 0) return verdict.data;
  return command.error('error: a reason is missing, blank or too long');
}

/** Splits `document: Its edge is cut off. selfie: It is too dark.` Returns no reasons if a text has no item before it. */
function reasonsIn(said: string): readonly unknown[] {
  const [before, ...parts] = said.trim().split(/(?:^| )(personal|document|selfie):(?= |$)/);
  if (before !== '') return [];
  return parts.flatMap((item, at) => (at % 2 === 0 ? [{ item, reason: parts[at + 1] }] : []));
}

const decision =
  (email: string, verdict: Verdict): Work =>
  async (pool, config) =>
    decide(await kycOf(config, pool), email, verdict);

async function settle(config: Config, databases: Databases, { id, reason, as }: Decision): Promise<string> {
  const asked = { by, proposer: await proposerAs(databases.pool, as), reason };
  const proposal = await settleOrder(fundingOf(config, databases), id, asked);
  return proposal ? waitsForAnother(proposal) : `${id} is settled.`;
}

async function returnToMember(config: Config, databases: Databases, { id, reason, as }: Decision): Promise<string> {
  const asked = { by, proposer: await proposerAs(databases.pool, as), reason };
  const proposal = await returnOrder(fundingOf(config, databases), id, asked);
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

const fundingOf = (config: Config, { pool, ledgers }: Databases) => ({
  pool,
  ledger: openLedger(pool, ledgers),
  rail: chooseProviders(config).rail,
  policy: config.policy,
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

/** Personal data in checks is encrypted, so the command needs the server's master key. */
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
