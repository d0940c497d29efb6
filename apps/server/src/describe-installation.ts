import { policyFigures, type Configuration } from '@florin/contract';
import type { Providers } from './choose-providers.ts';
import type { Config } from './config.ts';
import { configurationView } from './features/configuration/index.ts';
import { readLegalDocuments, type LegalDocuments } from './features/legal/index.ts';
import { planViews } from './features/plans/index.ts';
import { logoAddress } from './web-pages.ts';

type Described = { readonly configuration: Configuration; readonly legalDocuments: LegalDocuments };

/** Returns the public data of this installation: its configuration and its legal documents. */
export function describeInstallation(
  { mode, policy, brand, supportEmail, legalDir, operatorTexts }: Config,
  { cards }: Pick<Providers, 'cards'>,
): Described {
  const legalDocuments = readLegalDocuments({
    texts: operatorTexts,
    folder: legalDir,
    figures: { ...policyFigures(policy), brand: brand.name },
  });
  const configuration = configurationView({
    mode,
    policy,
    brand: { name: brand.name, support_email: supportEmail, logo: logoAddress },
    plans: planViews(policy.plans),
    cards: mode === 'sandbox' || cards !== undefined,
    texts: { imprint: legalDocuments.imprint !== undefined },
  });
  return { configuration, legalDocuments };
}
