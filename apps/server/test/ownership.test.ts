import { CallRefused, endpoints, type Client, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKey } from './api-keys.ts';
import { askForMoney } from './ask-for-money.ts';
import { actingClient, openBusiness, proposeIn } from './business.ts';
import { batchAttempts, batchesOf, type OwnBatches } from './batch-attempts.ts';
import { cardsAt } from './card-office.ts';
import { transactionAttempts } from './transaction-attempts.ts';
import { invoiceAttempts, invoicesOf, type OwnInvoices } from './invoice-attempts.ts';
import { uploadKycFile } from './kyc.ts';
import { softwarePasskey } from './software-passkey.ts';
import { openStripeDouble, type StripeDouble } from './stripe-double/stripe-double.ts';
import { businessAttempts, withdrawalOf, type Attempt } from './business-attempts.ts';
import { everythingOf } from './everything-of.ts';
import { deliveredWebhook, webhookAttempts } from './webhook-attempts.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

const origin = 'http://localhost:3000';

let florin: TestApp;
let stripe: StripeDouble;
let [mallory, ines]: (TestMember | undefined)[] = [];
let theirs: {
  methodId: string;
  transactionId: string;
  waitingId: string;
  quoteId: string;
  buyQuoteId: string;
  sellQuoteId: string;
  contactId: string;
  requestId: string;
  askedId: string;
  sessionId: string;
  passkeyId: string;
  fileId: string;
  cardPaymentId: string;
  cardSetupId: string;
  personId: string;
  invitationId: string;
  approvalId: string;
  webhookId: string;
  deliveryId: string;
  keyId: string;
  withdrawalId: string;
};
/** A business of Mallory's. */
let business: Client;
let invoices: OwnInvoices | undefined;
let batches: OwnBatches | undefined;
beforeAll(async () => {
  stripe = await openStripeDouble();
  florin = await createTestApp({ PUBLIC_URL: origin }, { cards: cardsAt(stripe) });
  await florin.database.ownerPool.query('insert into card_reading (opened_at, read_until) values (now(), now())');
  [mallory, ines] = [await florin.signUpWith('50.00'), await florin.signUpWith('500.00')];
  const [card] = await ines.client.call(endpoints.listPaymentMethods);
  const [line] = await ines.client.call(endpoints.listTransactions, { query: {} });
  const contact = await ines.client.call(endpoints.addContact, { body: { email: 'jonas@florin.example' } });
  const jonas = await florin.signUp();
  const waiting = await ines.client.call(endpoints.sendMoney, {
    body: { recipient_email: 'nobody@florin.example', amount: '1.00' },
  });
  const quote = await ines.client.call(endpoints.createQuote, { body: { kind: 'exchange', ...exchange } });
  const buyQuote = await ines.client.call(endpoints.createQuote, { body: { kind: 'buy', ...purchase } });
  const sellQuote = await ines.client.call(endpoints.createQuote, { body: { kind: 'sell', ...sale } });
  business = actingClient(florin, mallory.token, (await openBusiness(florin, mallory)).handle);
  invoices = await invoicesOf(ines);
  batches = await batchesOf(florin, ines);
  theirs = {
    methodId: card?.id ?? '',
    transactionId: line?.id ?? '',
    waitingId: waiting.id,
    quoteId: quote.id,
    buyQuoteId: buyQuote.id,
    sellQuoteId: sellQuote.id,
    contactId: contact.id,
    requestId: (await askForMoney(ines, jonas)).id,
    askedId: (await askForMoney(jonas, ines)).id,
    sessionId: (await ines.client.call(endpoints.listSessions))[0]?.id ?? '',
    passkeyId: (await addPasskey(ines)).id,
    fileId: (await uploadKycFile(florin, ines, 'front')).id,
    cardPaymentId: (await ines.client.call(endpoints.startCardDeposit, { body: { amount: '5.00' } })).id,
    cardSetupId: (await ines.client.call(endpoints.startCardSetup)).id,
    personId: ines.user.id,
    invitationId: await invite(ines),
    approvalId: await proposeIn(florin, ines, jonas),
    withdrawalId: await withdrawalOf(ines.client),
    ...(await deliveredWebhook(ines)),
    keyId: (await makeKey(florin, ines.client)).key.id,
  };
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
  await stripe.close();
});

/** Invites a person to a business of the member. */
async function invite(member: TestMember): Promise<string> {
  const { handle } = await openBusiness(florin, member);
  const body = { email: 'sam@florin.example', role: 'viewer' } as const;
  const { invitations } = await actingClient(florin, member.token, handle).call(endpoints.invitePerson, { body });
  return invitations[0]?.id ?? '';
}

async function addPasskey({ client, password }: TestMember) {
  const { challenge_id, options } = await client.call(endpoints.beginPasskey, { body: { current_password: password } });
  const response = softwarePasskey().make(options, { origin });
  return client.call(endpoints.addPasskey, { body: { challenge_id, name: 'Laptop', response } });
}

const exchange = { from: 'USD', to: 'EUR', amount: '5.00' } as const;
const purchase = { crypto_symbol: 'BTC', amount_usd: '5.00' };
const sale = { crypto_symbol: 'BTC', amount_crypto: '0.01' };

/** Every call that takes the id of something that a member owns. */
const attempts: Record<string, Attempt> = {
  ...invoiceAttempts(() => invoices),
  ...batchAttempts(() => batches),
  ...transactionAttempts(() => theirs),
  'making a payment method the default': {
    endpoint: endpoints.changePaymentMethod,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.changePaymentMethod, { params: { id }, body: { is_default: true } }),
  },
  'keeping a payment method': {
    endpoint: endpoints.keepPaymentMethod,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.keepPaymentMethod, { params: { id } }),
  },
  'removing a payment method': {
    endpoint: endpoints.removePaymentMethod,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.removePaymentMethod, { params: { id } }),
  },
  'adding funds': {
    endpoint: endpoints.addFunds,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.addFunds, { body: { amount: '5.00', payment_method_id: id } }),
  },
  withdrawing: {
    endpoint: endpoints.withdraw,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.withdraw, { body: { amount: '5.00', payment_method_id: id } }),
  },
  'using a quote': {
    endpoint: endpoints.exchangeMoney,
    id: () => theirs.quoteId,
    call: (client, id) => client.call(endpoints.exchangeMoney, { body: { ...exchange, quote_id: id } }),
  },
  'buying with a quote': {
    endpoint: endpoints.buyCoins,
    id: () => theirs.buyQuoteId,
    call: (client, id) =>
      client.call(endpoints.buyCoins, {
        body: { ...purchase, payment_method_id: 'usd_balance', quote_id: id },
      }),
  },
  'selling with a quote': {
    endpoint: endpoints.sellCoins,
    id: () => theirs.sellQuoteId,
    call: (client, id) => client.call(endpoints.sellCoins, { body: { ...sale, quote_id: id } }),
  },
  'buying coins': {
    endpoint: endpoints.buyCoins,
    id: () => theirs.methodId,
    call: (client, id) =>
      client.call(endpoints.buyCoins, {
        body: { crypto_symbol: 'BTC', amount_usd: '5.00', payment_method_id: id },
      }),
  },
  'renaming a contact': {
    endpoint: endpoints.changeContact,
    id: () => theirs.contactId,
    call: (client, id) => client.call(endpoints.changeContact, { params: { id }, body: { name: 'Mallory' } }),
  },
  'removing a contact': {
    endpoint: endpoints.removeContact,
    id: () => theirs.contactId,
    call: (client, id) => client.call(endpoints.removeContact, { params: { id } }),
  },
  'reading a request': {
    endpoint: endpoints.getPaymentRequest,
    id: () => theirs.requestId,
    call: (client, id) => client.call(endpoints.getPaymentRequest, { params: { id } }),
  },
  'paying a request': {
    endpoint: endpoints.payRequest,
    id: () => theirs.requestId,
    call: (client, id) => client.call(endpoints.payRequest, { params: { id } }),
  },
  'declining a request': {
    endpoint: endpoints.declineRequest,
    id: () => theirs.askedId,
    call: (client, id) => client.call(endpoints.declineRequest, { params: { id } }),
  },
  'ending a session': {
    endpoint: endpoints.endOneSession,
    id: () => theirs.sessionId,
    call: (client, id) => client.call(endpoints.endOneSession, { params: { id } }),
  },
  'keeping a passkey': {
    endpoint: endpoints.keepPasskey,
    id: () => theirs.passkeyId,
    call: (client, id) => client.call(endpoints.keepPasskey, { params: { id } }),
  },
  'removing a passkey': {
    endpoint: endpoints.removePasskey,
    id: () => theirs.passkeyId,
    call: (client, id) =>
      client.call(endpoints.removePasskey, { params: { id }, body: { current_password: mallory?.password ?? '' } }),
  },
  'reading a card payment': {
    endpoint: endpoints.checkCardPayment,
    id: () => theirs.cardPaymentId,
    call: (client, id) => client.call(endpoints.checkCardPayment, { params: { id } }),
  },
  'canceling a card payment': {
    endpoint: endpoints.cancelCardPayment,
    id: () => theirs.cardPaymentId,
    call: (client, id) => client.call(endpoints.cancelCardPayment, { params: { id } }),
  },
  'reading whether a card was saved': {
    endpoint: endpoints.checkCardSetup,
    id: () => theirs.cardSetupId,
    call: (client, id) => client.call(endpoints.checkCardSetup, { params: { id } }),
  },
  'opening a document': {
    endpoint: endpoints.getKycFile,
    id: () => theirs.fileId,
    call: (client, id) => client.open(endpoints.getKycFile, { params: { id } }),
  },
  'removing a document': {
    endpoint: endpoints.removeKycFile,
    id: () => theirs.fileId,
    call: (client, id) => client.call(endpoints.removeKycFile, { params: { id } }),
  },
  'canceling a request': {
    endpoint: endpoints.cancelRequest,
    id: () => theirs.requestId,
    call: (client, id) => client.call(endpoints.cancelRequest, { params: { id } }),
  },
  ...businessAttempts(() => ({ ...theirs, business, password: mallory?.password ?? '' })),
  ...webhookAttempts(() => theirs),
  'sending a reminder of a request': {
    endpoint: endpoints.remindOfRequest,
    id: () => theirs.requestId,
    call: (client, id) => client.call(endpoints.remindOfRequest, { params: { id } }),
  },
};

async function refusal(call: Promise<unknown>) {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof CallRefused) || !error.body) throw new Error('the call was not refused');
  const { request_id: _, ...body } = error.body;
  return { status: error.status, ...body };
}

describe("another member's property", () => {
  // Rules: security-21
  test('the ownership tests cover every member call that takes an id', () => {
    const takingIds = Object.values<Endpoint>(endpoints).filter(
      ({ access, path, body }) =>
        access === 'member' && (path.includes(':id') || /payment_method_id|quote_id/.test(JSON.stringify(body ?? {}))),
    );
    expect(new Set(Object.values(attempts).map(({ endpoint }) => endpoint))).toEqual(new Set(takingIds));
  });

  // Rules: security-21, security-23
  test.each(Object.entries(attempts))(
    '%s of another member answers 404 like an unknown id and changes nothing',
    async (_, { id, call }) => {
      if (!mallory || !ines) throw new Error('the members are missing');
      const before = await everythingOf(ines);
      const foreign = await refusal(call(mallory.client, id()));
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(await refusal(call(mallory.client, crypto.randomUUID())));
      expect(await everythingOf(ines)).toEqual(before);
      expect((await mallory.client.call(endpoints.me)).balances.usd_exact).toBe('50.00');
    },
  );
});
