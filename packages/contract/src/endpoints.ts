import {
  cancelTransaction,
  exportTransactions,
  getReceipt,
  getStatement,
  getTransaction,
  listTransactions,
} from './activity.ts';
import { confirmEmail, login, logout, me, resendConfirmation, signup } from './auth.ts';
import { addContact, changeContact, listContacts, removeContact } from './contacts.ts';
import type { Endpoint } from './endpoint.ts';
import { exchangeMoney } from './exchange.ts';
import {
  addFavoriteCoin,
  getCandles,
  getCoin,
  listCoins,
  listFavoriteCoins,
  listSparklines,
  removeFavoriteCoin,
  streamPrices,
} from './markets.ts';
import { listNotifications, markNotificationsRead, streamEvents } from './notifications.ts';
import { addPaymentMethod, changePaymentMethod, listPaymentMethods, removePaymentMethod } from './payment-methods.ts';
import {
  cancelRequest,
  declineRequest,
  getPaymentRequest,
  listPaymentRequests,
  payRequest,
  remindOfRequest,
  requestMoney,
  sharePaymentLink,
} from './payment-requests.ts';
import { listCaughtMails } from './sandbox.ts';
import { createQuote } from './quotes.ts';
import { buyCoins, getBalanceHistory, getGains, getPortfolio, getPurchaseAllowance, sellCoins } from './trading.ts';
import { lookUpRecipient, sendMoney } from './transfers.ts';
import { addFunds, getLimits, listWallets, withdraw } from './wallets.ts';

/** The whole HTTP interface below `/api`: the server mounts each of these, and nothing else. */
export const endpoints = {
  signup,
  login,
  me,
  logout,
  confirmEmail,
  resendConfirmation,
  listWallets,
  getLimits,
  addFunds,
  withdraw,
  createQuote,
  exchangeMoney,
  listPaymentMethods,
  addPaymentMethod,
  changePaymentMethod,
  removePaymentMethod,
  sendMoney,
  lookUpRecipient,
  listContacts,
  addContact,
  changeContact,
  removeContact,
  listPaymentRequests,
  getPaymentRequest,
  requestMoney,
  payRequest,
  declineRequest,
  cancelRequest,
  remindOfRequest,
  sharePaymentLink,
  listTransactions,
  exportTransactions,
  getTransaction,
  cancelTransaction,
  getReceipt,
  getStatement,
  listNotifications,
  markNotificationsRead,
  streamEvents,
  listCoins,
  listSparklines,
  streamPrices,
  listFavoriteCoins,
  addFavoriteCoin,
  removeFavoriteCoin,
  getPortfolio,
  getGains,
  getBalanceHistory,
  getPurchaseAllowance,
  buyCoins,
  sellCoins,
  getCoin,
  getCandles,
  listCaughtMails,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
