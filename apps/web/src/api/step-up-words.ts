import { endpoints, type Endpoint } from '@florin/contract';
import { fiatCodes, formatAmount, parseAmount } from '@florin/money';

type Body = Readonly<Record<string, unknown>>;
type Words = (url: string, method: string | undefined, body: Body) => string | undefined;

/**
 * What a call does that waits for a second factor or the password, to go on after `to`. Read from the request itself: what is said is
 * what goes out. Undefined for a call that has no words here.
 */
export function actionOf(url: string, { method, body }: RequestInit): string | undefined {
  const sent: Body = typeof body === 'string' ? JSON.parse(body) : {};
  for (const wordsFor of actions) {
    const words = wordsFor(url, method, sent);
    if (words !== undefined) return words;
  }
  return undefined;
}

const said = (endpoint: Endpoint, words: (body: Body) => string): Words => {
  const address = new RegExp(`^/api${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`);
  return (url, method, body) => (method === endpoint.method && address.test(url) ? words(body) : undefined);
};

const actions: readonly Words[] = [
  said(endpoints.withdraw, (body) => `withdraw ${sumOf(body)}`),
  said(endpoints.sendMoney, (body) => `send ${sumOf(body)} to ${String(body['recipient_email'])}`),
  said(endpoints.payRequest, () => 'pay a request for money'),
  said(endpoints.addPaymentMethod, () => 'add a payment method'),
  said(endpoints.keepPaymentMethod, () => 'keep a bank account'),
  said(endpoints.changeEmail, ({ email }) => `change your email to ${String(email)}`),
  said(endpoints.changeProfile, profileWords),
  said(endpoints.startNameChange, () => 'change your verified name'),
  said(endpoints.endOneSession, () => 'sign out that device'),
  said(endpoints.endOtherSessions, () => 'sign out everywhere else'),
  said(endpoints.changePassword, () => 'change your password'),
  said(endpoints.setUpTwoFactor, () => 'set up an authenticator app'),
  said(endpoints.turnOnTwoFactor, () => 'turn on two-factor authentication'),
  said(endpoints.turnOffTwoFactor, () => 'turn off two-factor authentication'),
  said(endpoints.renewRecoveryCodes, () => 'get new recovery codes'),
  said(endpoints.beginPasskey, () => 'add a passkey'),
  said(endpoints.addPasskey, () => 'add a passkey'),
  said(endpoints.keepPasskey, () => 'keep a passkey'),
  said(endpoints.removePasskey, () => 'remove a passkey'),
  said(endpoints.supplyCoins, () => 'propose a supply of coins'),
  said(endpoints.settleBankOrder, () => 'release this order'),
  said(endpoints.returnBankOrder, () => 'return this order'),
  said(endpoints.approveProposal, () => 'approve what another operator proposed'),
  said(endpoints.rejectProposal, () => 'reject what another operator proposed'),
  said(endpoints.withdrawProposal, () => 'take back what you proposed'),
  said(endpoints.getKycCase, () => 'open this identity check'),
  said(endpoints.viewKycFile, () => 'open this document'),
  said(endpoints.decideKycCase, () => 'decide this identity check'),
  said(endpoints.freezeUser, () => 'freeze this account'),
  said(endpoints.unfreezeUser, () => 'unfreeze this account'),
  said(endpoints.endUserSessions, () => 'end these sessions'),
  said(endpoints.resetUserFactor, () => 'propose to reset this second factor'),
  said(endpoints.exportMyData, () => 'download your data'),
  said(endpoints.closeAccount, () => 'close your account for ever'),
];

function sumOf({ amount: sent, currency = 'USD' }: Body): string {
  const code = fiatCodes.find((each) => each === currency);
  const amount = code && parseAmount(code, String(sent)).amount;
  return amount ? formatAmount(amount) : 'money';
}

function profileWords({ name, phone }: Body): string {
  if (name !== undefined && phone !== undefined) return 'change your name and phone number';
  return name === undefined ? 'change your phone number' : 'change your name';
}
