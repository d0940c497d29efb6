import { getTransaction, listTransactions } from './activity.ts';
import { login, logout, me, signup } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { listCoins } from './markets.ts';
import { addPaymentMethod, changePaymentMethod, listPaymentMethods, removePaymentMethod } from './payment-methods.ts';
import { buyCoins, getPortfolio, sellCoins } from './trading.ts';
import { sendMoney } from './transfers.ts';
import { addFunds, listWallets } from './wallets.ts';

/** The whole HTTP interface below `/api`: the server mounts each of these, and nothing else. */
export const endpoints = {
  signup,
  login,
  me,
  logout,
  listWallets,
  addFunds,
  listPaymentMethods,
  addPaymentMethod,
  changePaymentMethod,
  removePaymentMethod,
  sendMoney,
  listTransactions,
  getTransaction,
  listCoins,
  getPortfolio,
  buyCoins,
  sellCoins,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
