import { finishDeposit, scheduleBankOrders, scheduleChargeRecovery } from './features/funding/index.ts';
import { scheduleExpiry, schedulePasswordResets } from './features/identity/index.ts';
import { scheduleKycChecks } from './features/kyc/index.ts';
import { scheduleMails } from './features/mail/index.ts';
import { schedulePriceHistory } from './features/markets/index.ts';
import { scheduleNews, schedulePushes } from './features/notifications/index.ts';
import { scheduleBilling } from './features/plans/index.ts';
import { scheduleTexts } from './features/texts/index.ts';
import { scheduleProposalExpiry } from './features/proposals/index.ts';
import { finishPurchase } from './features/trading/index.ts';
import { scheduleHeldSends, scheduleInvitations } from './features/transfers/index.ts';
import type { Providers } from './choose-providers.ts';
import type { Config } from './config.ts';
import { scheduleNewPostingsIndex, scheduleSweeps, scheduleYears } from './ledger/index.ts';
import type { Parts } from './open-parts.ts';

type Running = { readonly stop: () => Promise<void> };

/** Starts the recurring jobs. */
export function startJobs({ dependencies, pushKeys }: Parts, config: Config, providers: Providers): readonly Running[] {
  const { pool, logger, ledger, markets, vault, publicUrl, rateLimits, digestOf } = dependencies;
  const { feed, rail, timing, mailer, texts, identityCheck } = providers;
  return [
    ...(feed.start ? [feed.start()] : []),
    scheduleSweeps(pool, logger),
    scheduleYears(pool, logger),
    scheduleNewPostingsIndex(pool, logger),
    schedulePriceHistory({ pool, logger, markets, past: config.pastPrices ? feed.past : undefined }),
    scheduleBankOrders({ pool, ledger, rail, logger, ...timing }),
    scheduleKycChecks({ pool, logger, vault, publicUrl, identityCheck, digestOf }),
    scheduleHeldSends({ pool, ledger, logger }),
    scheduleExpiry({ pool, logger }),
    scheduleProposalExpiry({ pool, logger }),
    schedulePasswordResets({ pool, logger, rateLimits, publicUrl }),
    scheduleBilling({ pool, ledger, logger }),
    scheduleInvitations({ pool, logger, publicUrl, rateLimits }),
    ...(config.mail ? [scheduleMails({ ...dependencies, mailer })] : []),
    ...(texts ? [scheduleTexts({ ...dependencies, texts })] : []),
    scheduleNews(dependencies),
    ...(pushKeys ? [schedulePushes({ pool, logger, pushKeys, subject: pushSubject(config) })] : []),
    scheduleChargeRecovery(
      { pool, rail, logger },
      {
        deposit: (charge) => finishDeposit(dependencies, charge),
        buy: (charge) => finishPurchase(dependencies, charge),
      },
    ),
  ];
}

/** Returns the contact for browsers' push services. RFC 8292 allows web and mail addresses. */
const pushSubject = ({ publicUrl, mailFrom }: Config) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}`;
