import { policyFigures, withFigures } from '@florin/contract';
import { topics, type Topic } from 'virtual:help-topics';
import { policy } from '../../api/policy.ts';
import { brandName } from '../../ui/brand.ts';

/** The help topics with the figures and the brand of this server. */
export const configuredTopics: readonly Topic[] = JSON.parse(
  withFigures(JSON.stringify(topics), { ...policyFigures(policy), brand: JSON.stringify(brandName).slice(1, -1) }),
);
