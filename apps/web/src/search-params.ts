// What the addresses of the screens may carry. Anything else is left out, not refused.

type Given<Name extends string> = { [K in Name]?: unknown };

const plans = ['personal', 'pro', 'business'] as const;

/** `/signup?plan=pro`: the plan that was chosen on the landing page. */
export function planSearch(given: Given<'plan'>): { plan?: (typeof plans)[number] } {
  const plan = plans.find((each) => each === given.plan);
  return plan === undefined ? {} : { plan };
}

const tabs = ['wallet', 'converter'] as const;

/** `/dashboard?tab=converter` */
export function tabSearch(given: Given<'tab'>): { tab?: (typeof tabs)[number] } {
  const tab = tabs.find((each) => each === given.tab);
  return tab === undefined ? {} : { tab };
}

/** `/send?to=jonas.weber@example.com`: whom the form starts with. */
export const recipientSearch = ({ to }: Given<'to'>): { to?: string } => (typeof to === 'string' ? { to } : {});

/** `/buy-crypto?coin=BTC`, `/sell-crypto?coin=BTC`: the chosen coin. */
export const coinSearch = ({ coin }: Given<'coin'>): { coin?: string } => (typeof coin === 'string' ? { coin } : {});
