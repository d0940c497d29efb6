import { createRequire } from 'node:module';
import { endpoints, type Proof } from '@florin/contract';
import { verifyProof, type Options, type Verdict } from '../../../../packages/verify/src/index.ts';
import { findMembers } from '../../src/features/identity/index.ts';
import type { Witness } from '../../src/providers/witness/witness.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../test-app.ts';
import type { Change, loadMutant as load, Mutant } from './load-mutant.ts';

const { loadMutant } = createRequire(import.meta.url)('./load-mutant.ts') as { loadMutant: typeof load };

/** Returns a change of the server in a file below features/proofs. */
export const change = (file: string, from: string, to: string): Change => ({
  file: `features/proofs/${file}`,
  from,
  to,
});

/** A house with members, whose server can be mutated. Lea and Mia have equal balances. */
export type House = Awaited<ReturnType<typeof openHouse>>;
export type Name = 'ines' | 'jonas' | 'lea' | 'mia';

export async function openHouse() {
  const florin = await createTestApp({}, {}, { ...asManyAsAServer, ledgers: 1 });
  const members: Readonly<Record<Name, TestMember>> = {
    ines: await florin.signUpWith('500.00'),
    jonas: await florin.signUpWith('70.00'),
    lea: await florin.signUpWith('50.00'),
    mia: await florin.signUpWith('50.00'),
  };
  const log = () => florin.app.dependencies.log;
  const { key } = await florin.client.call(endpoints.getBooks, {});
  /** Each member trusts the key that the house publishes. */
  const trust: Options = { trustedKeys: [key] };

  /** Returns the answer of a mutant to a member. */
  async function proofOf(mutant: Mutant, name: Name, { since, witnesses = [] }: Request = {}): Promise<Proof> {
    const { id } = members[name].user;
    const member = (await findMembers(florin.database.pool, [id])).get(id);
    if (!member) throw new Error('there is no such member');
    const proving = { ...florin.app.dependencies, witnesses, witnessesNeeded: witnesses.length };
    return mutant.proofOf(proving, member, since);
  }

  /**
   * Returns the finding of a member: first from the verifier with the member's address, then from a comparison with the
   * wallet.
   */
  async function find(proof: Proof, name: Name, seen: Options = {}): Promise<string> {
    const { user, client } = members[name];
    const verdict = await verifyProof(JSON.stringify(proof), { ...trust, email: user.email, ...seen });
    if (verdict.failure) return `${verdict.failure.name}: ${verdict.failure.detail}`;
    const wallets = await client.call(endpoints.listWallets, {});
    const wrong = wallets.find(({ currency, balance_exact: exact }) => {
      const shown = BigInt(exact.replace('.', ''));
      return shown !== balanceIn(verdict, currency);
    });
    return wrong ? `wallet: The wallet shows ${wrong.balance_exact} ${wrong.currency}.` : 'nothing';
  }

  return {
    florin,
    members,
    log,
    trust,
    load: (...changes: readonly Change[]) => loadMutant(changes),
    proofOf,
    find,
    /** Returns the finding of each member in the answers of a mutant that stated its sums. */
    findAll: async (mutant: Mutant) => {
      const found = { ines: '', jonas: '', lea: '', mia: '' };
      for (const name of ['ines', 'jonas', 'lea', 'mia'] as const)
        found[name] = await find(await proofOf(mutant, name), name);
      return found;
    },
    /** Deletes the log and its sums, as the owner of the database can. */
    deleteLog: () => deleteLog(florin),
    pay: (from: Name, to: Name) =>
      members[from].client.call(endpoints.sendMoney, {
        body: { recipient_email: members[to].user.email, amount: '1.00' },
      }),
    close: async () => {
      await florin.expectCleanBooks();
      await florin.close();
    },
  };
}

type Request = { readonly since?: number; readonly witnesses?: readonly Witness[] };

/** The stated balance, which the numbers of the verdict show. */
const balanceIn = ({ steps }: Verdict, currency: string): bigint =>
  BigInt(steps.find(({ name }) => name === 'balances')?.numbers[currency] ?? 0);

async function deleteLog({ database: { ownerPool } }: TestApp): Promise<void> {
  await ownerPool.query(
    'truncate log_bundles, log_tiles, log_ranges, log_sums, sum_trees, sum_tiles, signed_statements, log_progress, log_witnesses, log_witness_failures',
  );
  await ownerPool.query(`update log_heads set size = 0, root = sha256(''), checkpoint = null`);
}
