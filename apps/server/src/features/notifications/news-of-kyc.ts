import type { KycNews } from '../kyc/index.ts';
import type { News } from './news.ts';

export const newsOfKyc = ({ round, outcome, at }: KycNews): News => ({
  id: `kyc-${round}`,
  ...texts[outcome],
  date: at.toISOString(),
});

const texts: Record<KycNews['outcome'], Pick<News, 'kind' | 'title' | 'body'>> = {
  verified: { kind: 'kyc_verified', title: 'Your identity is verified', body: 'Your limits are higher now' },
  needs_more: { kind: 'kyc_needs_more', title: 'Your verification needs changes', body: 'See what is missing' },
  denied: { kind: 'kyc_denied', title: 'We could not verify your identity', body: 'See the reason' },
};
