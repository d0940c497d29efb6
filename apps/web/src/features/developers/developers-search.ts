const tabs = ['keys', 'webhooks', 'events', 'simulate'] as const;
export type DevelopersTab = (typeof tabs)[number];

/** `/developers?tab=webhooks`: the open tab. */
export function readDevelopersSearch({ tab }: { tab?: unknown }): { tab?: DevelopersTab } {
  const known = tabs.find((each) => each === tab);
  return known === undefined ? {} : { tab: known };
}
