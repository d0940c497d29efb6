const storageKey = 'florin-hide-balances';

/** Whether the member hid the amounts of the dashboard in this browser. */
export const areBalancesHidden = (): boolean => localStorage.getItem(storageKey) === 'true';

export const storeBalancesHidden = (hidden: boolean) => localStorage.setItem(storageKey, String(hidden));
