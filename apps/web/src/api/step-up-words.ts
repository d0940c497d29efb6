import { endpoints, type Endpoint } from '@florin/contract';
import { fiatCodes, formatAmount, parseAmount } from '@florin/money';

type Body = Readonly<Record<string, unknown>>;
type Words = (url: string, method: string | undefined, body: Body) => string | undefined;

/**
 * Describes a call that waits for confirmation, as the continuation of "To …". Reads the request itself, so the text
 * matches the call. Returns undefined for an unknown call.
 */
export function actionOf(url: string, { method, body }: RequestInit): string | undefined {
  const sent: Body = typeof body === 'string' ? JSON.parse(body) : {};
  for (const wordsFor of actions) {
    const words = wordsFor(url, method, sent);
    if (words !== undefined) return words;
  }
  return undefined;
}

const action = (endpoint: Endpoint, words: (body: Body) => string): Words => {
  const pathPattern = new RegExp(`^/api${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`);
  return (url, method, body) => (method === endpoint.method && pathPattern.test(url) ? words(body) : undefined);
};

const actions: readonly Words[] = [
  action(endpoints.withdraw, (body) => `withdraw ${amountText(body)}`),
  action(endpoints.sendMoney, (body) => `send ${amountText(body)} to ${String(body['recipient_email'])}`),
  action(endpoints.payRequest, () => 'pay this request'),
  action(endpoints.payInvoice, () => 'pay this invoice'),
  action(endpoints.startBatchPayout, () => 'start this batch payout'),
  action(endpoints.retryBatchPayout, () => 'retry this batch payout'),
  action(endpoints.addPaymentMethod, () => 'add a payment method'),
  action(endpoints.addBankAccount, () => 'add a bank account'),
  action(endpoints.keepPaymentMethod, () => 'keep a bank account'),
  action(endpoints.changeEmail, ({ email }) => `change your email to ${String(email)}`),
  action(endpoints.changeProfile, profileWords),
  action(endpoints.startNameChange, () => 'change your verified name'),
  action(endpoints.endOneSession, () => 'sign out that device'),
  action(endpoints.endOtherSessions, () => 'sign out everywhere else'),
  action(endpoints.changePassword, () => 'change your password'),
  action(endpoints.setUpTwoFactor, () => 'set up an authenticator app'),
  action(endpoints.turnOnTwoFactor, () => 'turn on two-factor authentication'),
  action(endpoints.turnOffTwoFactor, () => 'turn off two-factor authentication'),
  action(endpoints.renewRecoveryCodes, () => 'get new recovery codes'),
  action(endpoints.beginPasskey, () => 'add a passkey'),
  action(endpoints.addPasskey, () => 'add a passkey'),
  action(endpoints.openBusiness, ({ name }) => `open a business account for ${String(name)}`),
  action(endpoints.invitePerson, ({ email }) => `invite ${String(email)}`),
  action(endpoints.changePersonRole, () => 'change the role of this person'),
  action(endpoints.removePerson, () => 'remove this person'),
  action(endpoints.closeBusiness, () => 'close this business for good'),
  action(endpoints.acceptBusinessInvitation, () => 'join this business'),
  action(endpoints.changePaymentRules, () => 'change the payment rules'),
  action(endpoints.listBusinessCases, () => 'see the businesses in review'),
  action(endpoints.viewBusinessFile, () => 'open this document'),
  action(endpoints.decideBusinessCase, () => 'decide about this business'),
  action(endpoints.keepPasskey, () => 'keep a passkey'),
  action(endpoints.removePasskey, () => 'remove a passkey'),
  action(endpoints.makeKey, ({ name }) => `make the API key ${String(name)}`),
  action(endpoints.rotateKey, () => 'replace the secret of an API key'),
  action(endpoints.revokeKey, () => 'revoke an API key'),
  action(endpoints.addWebhook, () => 'add a webhook'),
  action(endpoints.changeWebhook, () => 'change a webhook'),
  action(endpoints.removeWebhook, () => 'remove a webhook'),
  action(endpoints.rotateWebhookSecret, () => 'replace the secret of a webhook'),
  action(endpoints.replayEvents, () => 'deliver events again'),
  action(endpoints.replayDelivery, () => 'deliver an event again'),
  action(endpoints.supplyCoins, () => 'propose a coin supply'),
  action(endpoints.settleBankOrder, () => 'release this order'),
  action(endpoints.returnBankOrder, () => 'return this order'),
  action(endpoints.uploadBankFile, () => 'import a bank file'),
  action(endpoints.allocateLine, ({ email }) => `credit money to ${String(email)}`),
  action(endpoints.allocateUnowned, ({ email }) => `credit money to ${String(email)}`),
  action(endpoints.returnLine, () => 'return money to its payer'),
  action(endpoints.bookOwnFunds, () => 'propose to book own funds'),
  action(endpoints.keepLine, () => 'cancel the return of this money'),
  action(endpoints.connectLine, () => 'connect these lines'),
  action(endpoints.recallDeposit, () => 'take this deposit back'),
  action(endpoints.writeOffReceivable, () => 'propose to write off a receivable'),
  action(endpoints.approveProposal, () => 'approve another operator’s proposal'),
  action(endpoints.rejectProposal, () => 'reject another operator’s proposal'),
  action(endpoints.withdrawProposal, () => 'withdraw your proposal'),
  action(endpoints.makeBatch, () => 'make a payment batch'),
  action(endpoints.approveBatch, () => 'approve this payment batch'),
  action(endpoints.refuseBatch, () => 'refuse this payment batch'),
  action(endpoints.getBatchFile, () => 'download this payment file'),
  action(endpoints.printDayReport, () => 'download this report'),
  action(endpoints.markBatchSent, () => 'mark this batch as given to the bank'),
  action(endpoints.settleBatch, () => 'settle this payment batch'),
  action(endpoints.finishAccountChange, () => 'finish this correction'),
  action(endpoints.getKycCase, () => 'open this identity check'),
  action(endpoints.viewKycFile, () => 'open this document'),
  action(endpoints.decideKycCase, () => 'decide this identity check'),
  action(endpoints.freezeUser, () => 'freeze this account'),
  action(endpoints.unfreezeUser, () => 'unfreeze this account'),
  action(endpoints.endUserSessions, () => 'end these sessions'),
  action(endpoints.resetUserFactor, () => 'propose to reset this second factor'),
  action(endpoints.exportMyData, () => 'download your data'),
  action(endpoints.closeAccount, () => 'close your account for good'),
];

function amountText({ amount: sent, currency = 'USD' }: Body): string {
  const code = fiatCodes.find((each) => each === currency);
  const amount = code && parseAmount(code, String(sent)).amount;
  return amount ? formatAmount(amount) : 'money';
}

function profileWords({ name, phone }: Body): string {
  if (name !== undefined && phone !== undefined) return 'change your name and phone number';
  return name === undefined ? 'change your phone number' : 'change your name';
}
