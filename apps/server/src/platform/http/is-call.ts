/**
 * Could the router treat this URL as an API call? The router decodes `/%61pi/wallets` and accepts
 * `http://florin.example/api/wallets`. So every URL counts as a call unless it begins with a plain path other than
 * /api, like the URLs of pages and files.
 */
export const isCall = (url: string): boolean => !/^\/(?!api(?:[/?#]|$))[^%/?#]*(?:[/?#]|$)/.test(url);
