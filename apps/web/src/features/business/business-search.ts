const tabs = ['details', 'people', 'rules', 'activity'] as const;
export type BusinessTab = (typeof tabs)[number];

/** `/business?tab=people`: the open tab. */
export function readBusinessSearch({ tab }: { tab?: unknown }): { tab?: BusinessTab } {
  const known = tabs.find((each) => each === tab);
  return known === undefined ? {} : { tab: known };
}
