import { endpoints, type Policy } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { OperatorAccount, PretendedBank } from '../../providers/bank/bank.ts';
import type { History } from '../activity/index.ts';
import type { SignedIn } from '../identity/index.ts';
import { readAmount } from '../wallets/index.ts';
import { proposalView, type WorthOf } from '../proposals/index.ts';
import { recordLook } from '../audit/index.ts';
import type { Documents, PaperSettings } from '../statements/index.ts';
import { bookLines, type BookingDependencies } from './book-lines.ts';
import { dayRoutes } from './days/routes.ts';
import { creditableLine } from './desk/allocate-line.ts';
import { creditableUnowned } from './desk/allocate-unowned.ts';
import { proposeOwnFunds } from './desk/book-own-funds.ts';
import { connectLine } from './desk/connect-line.ts';
import { credit } from './desk/credit.ts';
import { findDeposits } from './desk/find-deposits.ts';
import { readDesk } from './desk/read-desk.ts';
import { recallDeposit } from './desk/recall-deposit.ts';
import { keepLine, returnLine } from './desk/return-line.ts';
import { importUpload } from './desk/upload-bank-file.ts';
import { fundingInstructions } from './instructions.ts';
import { payoutRoutes } from './payouts/routes.ts';
import type { WritingDependencies } from './payouts/write-batch.ts';
import { rulesOf } from './rules.ts';
import { simulateReturn } from './sandbox-return.ts';
import { simulateTransfer } from './sandbox-transfer.ts';

const route = routesFor<SignedIn>();

type Dependencies = BookingDependencies &
  WritingDependencies &
  PaperSettings & {
    readonly history: History;
    readonly payoutsByFile: boolean;
    readonly policy: Policy;
    readonly operatorAccounts: readonly OperatorAccount[];
    /** Undefined in live mode. */
    readonly pretendedBank: PretendedBank | undefined;
    readonly worthOf: WorthOf;
    readonly documents: Documents;
  };

export function bankRoutes(dependencies: Dependencies) {
  const { pool, operatorAccounts, pretendedBank } = dependencies;
  return [
    route(endpoints.getFundingInstructions, ({ member }) =>
      fundingInstructions(pool, member.id, {
        accounts: operatorAccounts,
        canSimulate: pretendedBank !== undefined && operatorAccounts === pretendedBank.accounts,
      }),
    ),
    route(endpoints.simulateBankTransfer, ({ member, command, body }) => {
      if (!pretendedBank) throw new Refusal('not_found', 'Only a sandbox can simulate a bank transfer.');
      const amount = readAmount(body.currency ?? 'USD', body.amount);
      return simulateTransfer({ ...dependencies, pretendedBank }, member, command, amount);
    }),
    route(endpoints.simulateReturn, ({ member, params }) => {
      if (!pretendedBank) throw new Refusal('not_found', 'There is nothing here.');
      return simulateReturn(dependencies, member, params.id);
    }),
    ...deskRoutes(dependencies),
    ...dayRoutes(dependencies),
    ...payoutRoutes(dependencies),
  ];
}

const deskRoutes = (dependencies: Dependencies) => {
  const { pool, operatorAccounts, worthOf } = dependencies;
  return [
    route(endpoints.getBankDesk, async ({ member, ip }) => {
      await recordLook(pool, { operator: member, ip, did: 'Viewed the bank desk' });
      return readDesk(pool, operatorAccounts, member.id);
    }),
    route(endpoints.uploadBankFile, async ({ member, ip, upload }) => {
      const by = { operator: member, ip };
      const report = await importUpload({ pool, accounts: operatorAccounts, rules: rulesOf(dependencies) }, by, upload);
      const { known, statements, reported, rejected, changes, warnings } = report;
      await bookLines(dependencies);
      const sum = (of: 'lines' | 'newLines') => statements.reduce((total, statement) => total + statement[of], 0);
      return {
        known,
        lines: sum('lines'),
        new_lines: sum('newLines'),
        reported,
        rejected,
        changes,
        warnings: [...warnings],
      };
    }),
    route(endpoints.allocateLine, async ({ member, command, params, body, ip }) => {
      const by = { operator: member, ip };
      const find = () => creditableLine(dependencies, params.line);
      const proposal = await credit(dependencies, find, { by, command, ...body });
      return { proposal: proposal ? proposalView(proposal, member, worthOf) : null };
    }),
    route(endpoints.allocateUnowned, async ({ member, command, params, body, ip }) => {
      const by = { operator: member, ip };
      const find = () => creditableUnowned(pool, params.item);
      const proposal = await credit(dependencies, find, { by, command, ...body });
      return { proposal: proposal ? proposalView(proposal, member, worthOf) : null };
    }),
    route(endpoints.returnLine, async ({ member, command, params, body, ip }) => {
      const by = { operator: member, ip };
      const proposal = await returnLine(dependencies, params.line, { by, command, ...body });
      return { proposal: proposal ? proposalView(proposal, member, worthOf) : null };
    }),
    route(endpoints.bookOwnFunds, async ({ member, command, params, body, ip }) => {
      const by = { operator: member, ip };
      const proposal = await proposeOwnFunds(dependencies, params.line, { by, command, ...body });
      return { proposal: proposalView(proposal, member, worthOf) };
    }),
    route(endpoints.keepLine, async ({ member, params, ip }) => {
      await keepLine(pool, params.line, { operator: member, ip });
      return undefined;
    }),
    route(endpoints.connectLine, async ({ member, params, body, ip }) => {
      await connectLine(pool, params.line, { by: { operator: member, ip }, ...body });
      return undefined;
    }),
    route(endpoints.findDeposits, async ({ member, body, ip }) => {
      await recordLook(pool, { operator: member, ip, did: 'Searched deposits' });
      return findDeposits(pool, body.q, member.id);
    }),
    route(endpoints.recallDeposit, async ({ member, command, params, body, ip }) => {
      const by = { operator: member, ip };
      const proposal = await recallDeposit(dependencies, params.line, { by, command, ...body });
      await bookLines(dependencies); // the bank's debit may be on a statement already
      return { proposal: proposal ? proposalView(proposal, member, worthOf) : null };
    }),
  ];
};
