/**
 * May the router take this for a call? It reads `/%61pi/wallets` and `http://florin.example/api/wallets` as what they
 * mean. So whatever does not begin with a plain part other than `api`, as pages and files do, counts as one.
 */
export const isCall = (url: string): boolean => !/^\/(?!api(?:[/?#]|$))[^%/?#]*(?:[/?#]|$)/.test(url);
