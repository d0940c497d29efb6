import { scheduleApprovals } from './features/approvals/index.ts';
import { scheduleBatchPayouts } from './features/batch-payouts/index.ts';
import { rateMemory } from './features/exchange/index.ts';
import {
  rulesOf,
  scheduleBankLines,
  scheduleClientMoney,
  scheduleInbox,
  schedulePaymentFiles,
  scheduleUnownedMoney,
} from './features/bank/index.ts';
import { scheduleBankOrders, scheduleCards, scheduleChargeRecovery } from './features/funding/index.ts';
import { scheduleDeliveries, scheduleEvents, scheduleWebhookWatch } from './features/events/index.ts';
import { scheduleExpiry, schedulePasswordResets } from './features/identity/index.ts';
import { payingLedger, scheduleInvoiceReminders } from './features/invoices/index.ts';
import { scheduleKycChecks } from './features/kyc/index.ts';
import { scheduleMails } from './features/mail/index.ts';
import { schedulePriceHistory } from './features/markets/index.ts';
import { scheduleNews, schedulePushes } from './features/notifications/index.ts';
import { scheduleBilling } from './features/plans/index.ts';
import {
  scheduleAnchors,
  scheduleLog,
  scheduleLogComparison,
  scheduleSums,
  scheduleWitnesses,
} from './features/proofs/index.ts';
import { scheduleTexts } from './features/texts/index.ts';
import { scheduleProposalExpiry } from './features/proposals/index.ts';
import { scheduleReceivables } from './features/receivables/index.ts';
import { watchPriceMoves } from './features/sandbox/index.ts';
import { scheduleHeldSends, scheduleInvitations } from './features/transfers/index.ts';
import { afterPayment } from './after-payment.ts';
import { chargeSteps } from './charge-steps.ts';
import type { Providers } from './choose-providers.ts';
import type { Config } from './config.ts';
import { keepShards, scheduleNewPostingsIndex, scheduleSweeps, scheduleYears } from './ledger/index.ts';
import type { Parts } from './open-parts.ts';

type Running = { readonly stop: () => Promise<void> };

/** Starts the recurring jobs. */
export function startJobs(
  { dependencies, pushKeys }: Parts,
  config: Config,
  providers: Providers,
  requestsInFlight: () => number,
): readonly Running[] {
  const { pool, ledgers = [], logger, ledger, markets, publicUrl, rateLimits } = dependencies;
  const { feed, rates, rail, cards, mailer, texts, identityCheck } = providers;
  const { finishers, beforeCapture } = chargeSteps(dependencies);
  return [
    ...(feed.start ? [feed.start()] : []),
    ...(feed.moves ? [watchPriceMoves({ pool, logger, moves: feed.moves })] : []),
    ...(rates.start ? [rates.start(rateMemory(pool))] : []),
    scheduleSweeps(pool, logger),
    scheduleYears(pool, logger),
    scheduleNewPostingsIndex(pool, logger),
    ...(ledgers.length > 0 ? [keepShards(pool, ledgers, logger)] : []),
    schedulePriceHistory({ pool, logger, markets, past: config.pastPrices ? feed.past : undefined }),
    scheduleBankOrders(dependencies),
    schedulePaymentFiles(dependencies),
    // A sandbox's pretended bank cannot be short of real money.
    ...(config.operatorAccounts.length > 0 ? [scheduleClientMoney(dependencies)] : []),
    scheduleBankLines(dependencies),
    scheduleUnownedMoney(dependencies),
    scheduleReceivables(dependencies),
    ...(config.bankDir === undefined
      ? []
      : [
          scheduleInbox({
            pool,
            logger,
            accounts: dependencies.operatorAccounts,
            rules: rulesOf(dependencies),
            bankDir: config.bankDir,
          }),
        ]),
    dependencies.screening.watch(),
    scheduleKycChecks({ ...dependencies, identityCheck }),
    scheduleHeldSends({ pool, ledgers, ledger, logger }),
    scheduleExpiry({ pool, logger }),
    scheduleProposalExpiry({ pool, logger }),
    schedulePasswordResets({ pool, logger, rateLimits, publicUrl }),
    scheduleApprovals({
      ...dependencies,
      ledger: payingLedger(dependencies),
      afterPayment: afterPayment(dependencies),
    }),
    scheduleBatchPayouts(dependencies),
    scheduleBilling(dependencies),
    scheduleInvoiceReminders(dependencies),
    scheduleInvitations({ pool, logger, publicUrl, rateLimits }),
    ...(config.mail ? [scheduleMails({ ...dependencies, mailer })] : []),
    ...(texts ? [scheduleTexts({ ...dependencies, texts })] : []),
    scheduleNews(dependencies),
    scheduleEvents({ ...dependencies, requestsInFlight }),
    scheduleDeliveries({ ...dependencies, requestsInFlight }),
    scheduleWebhookWatch(dependencies),
    ...(pushKeys ? [schedulePushes({ pool, logger, pushKeys, subject: pushSubject(config) })] : []),
    scheduleChargeRecovery({ pool, rail, cards, beforeCapture, logger }, finishers),
    ...(cards ? scheduleCards({ ...dependencies, cards, finishers, beforeCapture }) : []),
  ];
}

/**
 * Starts the jobs of the public log. Start them after seeding, which dates its entries back: the log must not have
 * these entries earlier.
 */
export function startLog({ dependencies }: Parts, { anchors }: Providers): readonly Running[] {
  const log = { ...dependencies.log, logger: dependencies.logger };
  const { witnesses } = dependencies;
  return [
    scheduleLog(log),
    scheduleSums(log),
    scheduleLogComparison(log),
    ...(witnesses.length > 0 ? [scheduleWitnesses({ ...log, witnesses })] : []),
    ...(anchors.timeStamps || anchors.calendars.length > 0 ? [scheduleAnchors({ ...log, anchors })] : []),
  ];
}

/** Returns the contact for browsers' push services. RFC 8292 allows web and mail addresses. */
const pushSubject = ({ publicUrl, mailFrom }: Config) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}`;
