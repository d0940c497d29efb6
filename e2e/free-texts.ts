// Finds the contract's fields with texts that the product shows again.

import { endpoints, type Endpoint } from '@florin/contract';
import { password, uniqueEmail, type Member } from './members.ts';
import { expect } from './product.ts';

const kycTexts = [
  'first_name',
  'last_name',
  'date_of_birth',
  'street_address',
  'city',
  'country',
  'postal_code',
  'id_number',
] as const;

const businessTexts = [
  'country',
  'street_address',
  'city',
  'postal_code',
  'registration_number',
  'activity',
  'owners.name',
];

/** The contract's free texts. A test of `hostile-text*.spec.ts` shows the hostile texts in each. */
export const freeTexts: readonly string[] = [
  'signup.name',
  'changeProfile.name',
  'sendMoney.note',
  'requestMoney.note',
  'sharePaymentLink.note',
  'addContact.name',
  'changeContact.name',
  'addPasskey.name',
  ...kycTexts.map((field) => `saveKycDraft.${field}`),
  'submitKyc.*',
  'startNameChange.name',
  'decideKycCase.reasons.reason',
  'returnBankOrder.reason',
  'settleBankOrder.reason',
  'approveProposal.reason',
  'rejectProposal.reason',
  'supplyCoins.reason',
  'allocateLine.reason',
  'allocateUnowned.reason',
  'returnLine.reason',
  'bookOwnFunds.reason',
  'recallDeposit.reason',
  'connectLine.reason',
  'writeOffReceivable.reason',
  'decideScreeningHit.reason',
  'resetUserFactor.reason',
  'freezeUser.reason',
  'refuseBatch.reason',
  'findUsers.q',
  'findDeposits.q',
  'exportFoundTransactions.search',
  ...['createInvoice', 'changeInvoice'].flatMap((call) =>
    ['customer.name', 'customer.address', 'customer.tax_number', 'lines.description', 'note'].map(
      (field) => `${call}.${field}`,
    ),
  ),
  'creditInvoice.lines.description',
  'creditInvoice.note',
  'changeInvoiceSettings.address',
  'changeInvoiceSettings.tax_number',
  'openBusiness.name',
  ...businessTexts.map((field) => `openBusiness.details.${field}`),
  ...businessTexts.map((field) => `changeBusiness.${field}`),
  'decideBusinessCase.reason',
  'makeKey.name',
  'refuse.reason',
  'addWebhook.description',
  'changeWebhook.description',
];

/**
 * Fields that never show text. Such a field is stored as a digest, matched against known values, counted, or has a
 * strict form.
 */
const neverShown =
  /\.(password|current_password|code|token|endpoint|p256dh|auth|cursor|symbols|month|amount\w*|due_now|key|\w*id|fileId|paymentId|crypto|symbol|crypto_symbol|phone|iban|sort_code|account_number|routing_number|account|line|item|payouts|before|number|hit|deposit|Idempotency-Key|Florin-Send-Fee|Florin-Account|quantity|unit_price|tax_rate|prefix|hosts|handle|over|per_day|per_month|rules\.name|caps\.\w+|url|at_least|from|to)$/;

type Schema = {
  readonly type?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
};

type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

export type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** Returns the OpenAPI document's fields that accept any text and return it, for example `sendMoney.note`. */
export const freeTextsIn = (document: Document): string[] =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [], requestBody }) => [
      ...parameters.flatMap(({ name, schema }) => textsIn(schema, `${operationId}.${name}`)),
      ...textsIn(requestBody?.content['application/json']?.schema ?? {}, operationId),
    ])
    .filter((field) => !neverShown.test(field));

function textsIn(schema: Schema, at: string): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => textsIn(each, at));
  if (schema.items) return textsIn(schema.items, at);
  const more = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  const fields = Object.entries({ ...schema.properties, ...(more ? { '*': more } : {}) });
  if (fields.length > 0) return fields.flatMap(([name, inner]) => textsIn(inner, `${at}.${name}`));
  const isFree = schema.type === 'string' && !schema.enum && schema.const === undefined && !schema.format;
  return isFree ? [at] : [];
}

type EndpointName = keyof typeof endpoints;

type TextCall = {
  /** The endpoint's name in the contract. */
  readonly name: EndpointName;
  readonly access: string;
  readonly method: string;
  readonly path: string;
  readonly body: (text: string) => object;
};

/** Returns a call for each free text that is stored. */
export function freeTextCalls(memberId: string): TextCall[] {
  /** `id` is a number where the contract has numbers. */
  const call = (name: EndpointName, body: TextCall['body'], id = memberId): TextCall => {
    const { access, method, path }: Endpoint = endpoints[name];
    return { name, access, method, path: path.replace(':symbol', 'BTC').replace(/:\w+/, id), body };
  };
  const address = 'nobody@florin.example';
  const fresh = () => ({ email: uniqueEmail(), password });
  return [
    call('signup', (text) => ({ ...fresh(), name: text })),
    call('changeProfile', (text) => ({ name: text })),
    call('sendMoney', (text) => ({ recipient_email: address, amount: '1.00', note: text })),
    call('requestMoney', (text) => ({ amount: '1.00', note: text })),
    call('sharePaymentLink', (text) => ({ email: address, note: text })),
    call('addContact', (text) => ({ email: uniqueEmail(), name: text })),
    call('changeContact', (text) => ({ name: text })),
    call('addPasskey', (text) => ({ name: text })),
    call('startNameChange', (text) => ({ name: text })),
    ...kycTexts.map((field) => call('saveKycDraft', (text) => ({ [field]: text }))),
    call('submitKyc', (text) => ({ first_name: text })),
    call('decideKycCase', (text) => ({ decision: 'denied', reasons: [{ item: 'personal', reason: text }] })),
    call('returnBankOrder', (text) => ({ reason: text })),
    call('settleBankOrder', (text) => ({ reason: text })),
    call('approveProposal', (text) => ({ reason: text })),
    call('rejectProposal', (text) => ({ reason: text })),
    call('supplyCoins', (text) => ({ amount: '1', reason: text })),
    ...(['allocateLine', 'allocateUnowned'] as const).map((name) =>
      call(name, (text) => ({ email: address, reason: text }), '1'),
    ),
    call('returnLine', (text) => ({ reason: text }), '1'),
    call('bookOwnFunds', (text) => ({ reason: text }), '1'),
    call('recallDeposit', (text) => ({ reason: text }), '1'),
    call('connectLine', (text) => ({ deposit: '2', reason: text }), '1'),
    call('writeOffReceivable', (text) => ({ reason: text })),
    call(
      'decideScreeningHit',
      (text) => ({ decision: 'cleared', found_at: '2026-11-20T08:00:00.000Z', reason: text }),
      '1',
    ),
    call('resetUserFactor', (text) => ({ reason: text })),
    call('refuseBatch', (text) => ({ reason: text })),
    call('freezeUser', (text) => ({ reason: text })),
    ...(['createInvoice', 'changeInvoice', 'creditInvoice'] as const).map((name) =>
      call(name, (text) => ({ note: text })),
    ),
    call('changeInvoiceSettings', (text) => ({ tax_number: text })),
    call('openBusiness', (text) => ({ name: text })),
    call('changeBusiness', (text) => ({ activity: text })),
    call('decideBusinessCase', (text) => ({ decision: 'denied', reason: text })),
    call('makeKey', (text) => ({ name: text })),
    call('refuse', (text) => ({ reason: text })),
    ...(['addWebhook', 'changeWebhook'] as const).map((name) => call(name, (text) => ({ description: text }))),
    call('findUsers', (text) => ({ q: text })),
    call('findDeposits', (text) => ({ q: text })),
    call('exportFoundTransactions', (text) => ({ search: text })),
  ];
}

/** Expects a client error with a message of the product. */
export async function expectRefused(origin: string, { token }: Member, { method, path, body }: TextCall, text: string) {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body(text)),
  });
  const where = `${method} ${path} with ${JSON.stringify(text.slice(0, 8))}`;
  expect([400, 422], where).toContain(answer.status);
  expect(await answer.json(), where).toMatchObject({
    code: expect.stringMatching(/^(invalid_request|malformed_body)$/),
    detail: expect.stringMatching(/./),
  });
}
