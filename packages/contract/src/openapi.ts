import * as z from 'zod/mini';
import { dryRun } from './dry-run.ts';
import { dryRunParameter, hasDryRun, isKeyed, type Endpoint } from './endpoint.ts';
import { apiVersion } from './events.ts';
import { endpoints, type EndpointName } from './endpoints.ts';
import { keyAccess, type KeyAccess } from './key-access.ts';
import { errorBody, refusalStatus, type RefusalCode } from './refusal.ts';

type Json = Record<string, unknown>;

/** The scope of each call, or `never`. */
const scopes = new Map<Endpoint, KeyAccess>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, keyAccess[name as EndpointName]]),
);

/** Error codes of all calls, and of calls with a token, of operators and with input. */
const always: RefusalCode[] = ['too_many_requests', 'busy', 'database_unavailable'];
const withToken: RefusalCode[] = ['not_signed_in', 'business_not_found'];
/** Error codes of calls for a business. The role must allow the call. */
const withRoleInBusiness: RefusalCode[] = ['own_account_only', 'role_not_allowed'];
/** Error codes of calls by API keys. Each call has a scope or is never open to API keys. */
const withKeyScope: RefusalCode[] = ['scope_missing', 'network_not_allowed'];
const neverByKey: RefusalCode[] = ['not_for_keys', 'network_not_allowed'];
const withRole: RefusalCode[] = ['not_found', 'operator_needs_factor'];
const withInput: RefusalCode[] = ['invalid_request'];
/** Error codes of calls other than GET. The server reads a body even if the call needs no body. */
const withBody: RefusalCode[] = ['malformed_body', 'request_too_slow', 'unsupported_media_type', 'body_too_large'];
const withStepUp: RefusalCode[] = ['second_factor_required'];
const withPassword: RefusalCode[] = ['password_required'];
const withResetWait: RefusalCode[] = ['factor_reset_wait'];
const withConfirmedEmail: RefusalCode[] = ['email_not_confirmed'];
const whileOwing: RefusalCode[] = ['account_restricted'];
const withKey: RefusalCode[] = ['invalid_idempotency_key', 'idempotency_key_reused'];
const withMoney: RefusalCode[] = ['invalid_amount', 'account_closed', 'ledger_read_only'];

/** Returns the OpenAPI 3.1 document of the contract. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin',
      version: apiVersion,
      description:
        'Money fields are JSON numbers written exactly; each has an exact decimal-string twin whose name ends in ' +
        '`_exact`. Requests accept a number or a decimal string.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token of a session, or an API key.' },
      },
      schemas: { DryRun: jsonSchema(dryRun, 'output'), Error: jsonSchema(errorBody, 'output') },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    ...describe(endpoint),
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    parameters: parametersOf(endpoint),
    ...requestBody(endpoint),
    responses: { ...success(endpoint), ...refusals(endpoint) },
  };
}

/** States the needed second factor and the scope for API keys. */
function describe(endpoint: Endpoint): { description?: string } {
  const { stepUp } = endpoint;
  const scope = scopes.get(endpoint) ?? 'never';
  const sentences = [
    ...(stepUp ? [stepUpSentences[stepUp === true ? 'always' : stepUp]] : []),
    ...(scope === 'never' ? [] : [`API keys need the scope \`${scope}\`.`]),
  ];
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

const stepUpSentences = {
  always:
    'This call always asks for a second factor, if the member has one, unless it was shown within the last ten ' +
    'minutes. After `stepUp` the same call succeeds.',
  or_password:
    'This call always asks for a second factor, or for the password if the member has no second factor, unless it ' +
    'was shown within the last ten minutes. After `stepUp` the same call succeeds.',
  sometimes:
    'This call sometimes asks for a second factor, if the member has one, unless it was shown within the last ten ' +
    'minutes: for the first payment to a person, and for more payments without it on a UTC day than `getConfig` ' +
    'allows (500 dollars by default). After `stepUp` the same call succeeds.',
} as const;

function requestBody({ body, upload }: Endpoint): Json {
  if (body)
    return { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } };
  if (!upload) return {};
  const { properties = {}, required = [] } = upload.fields ? jsonSchema(upload.fields, 'input') : {};
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: upload.takes };
  const schema = {
    type: 'object',
    // The fields come first, because the server reads them before the file.
    properties: { ...(properties as Json), file },
    required: [...(required as string[]), 'file'],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function parametersOf(endpoint: Endpoint): Json[] {
  const list = [...fieldsOf(endpoint.params, 'path'), ...fieldsOf(endpoint.query, 'query')];
  if (hasDryRun(endpoint))
    list.push({
      name: dryRunParameter,
      in: 'query',
      required: false,
      description:
        'With `true`, the call answers what it would do (`DryRun`), or with the error that it would have. Nothing ' +
        'changes, and it needs no second factor.',
      schema: { type: 'boolean', default: false },
    });
  if (isKeyed(endpoint))
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key and request return the first response again. With another path or body the key is rejected.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    });
  if (endpoint.access === 'member')
    list.push({
      name: 'Florin-Account',
      in: 'header',
      required: false,
      description:
        'The handle of the business that the caller acts for. Without it, the call is for their own account.',
      schema: { type: 'string', pattern: '^[a-z0-9-]{3,40}$' },
    });
  if (endpoint.costsSendFee)
    list.push({
      name: 'Florin-Send-Fee',
      in: 'header',
      required: false,
      description:
        'The send fee that the page shows, in basis points: `200` for 2 %. If another fee applies now, the call fails ' +
        'with `quote_expired`, and nothing is charged.',
      schema: { type: 'string', pattern: '^\\d{1,5}$' },
    });
  return list;
}

function fieldsOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'output' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function success(endpoint: Endpoint): Json {
  if (endpoint.media) return { 200: { description: 'A stream', content: { [endpoint.media]: {} } } };
  if (!endpoint.answer) return { 204: { description: 'Done' } };
  return {
    200: {
      description: 'Done',
      ...(endpoint.paged
        ? { headers: { Link: { description: 'The next page, rel="next"', schema: { type: 'string' } } } }
        : {}),
      content: { 'application/json': { schema: answerSchema(endpoint, endpoint.answer) } },
    },
  };
}

/** A call with a dry run has two answers. */
function answerSchema(endpoint: Endpoint, answer: z.ZodMiniType): Json {
  const schema = jsonSchema(answer, 'output');
  return hasDryRun(endpoint) ? { anyOf: [schema, { $ref: '#/components/schemas/DryRun' }] } : schema;
}

/** Returns every error code that a call may return. */
export function refusalsOf(endpoint: Endpoint): ReadonlySet<RefusalCode> {
  return new Set([
    ...endpoint.refusals,
    ...always,
    ...(endpoint.access === 'public' ? [] : withToken),
    ...(endpoint.access === 'member' ? [...withRoleInBusiness, ...byKey(endpoint)] : []),
    ...(endpoint.access === 'operator' ? withRole : []),
    ...(endpoint.body || endpoint.query || endpoint.params || endpoint.upload ? withInput : []),
    ...(endpoint.method !== 'GET' && (endpoint.body || endpoint.params || endpoint.upload) ? withBody : []),
    ...(isKeyed(endpoint) ? withKey : []),
    ...(endpoint.movesMoney ? withMoney : []),
    ...(endpoint.stepUp ? withStepUp : []),
    ...(endpoint.stepUp === 'or_password' ? withPassword : []),
    ...(endpoint.waitsAfterFactorReset ? withResetWait : []),
    ...(endpoint.needsConfirmedEmail ? withConfirmedEmail : []),
    ...(endpoint.notWhileOwing ? whileOwing : []),
  ]);
}

const byKey = (endpoint: Endpoint) => (scopes.get(endpoint) === 'never' ? neverByKey : withKeyScope);

function refusals(endpoint: Endpoint): Json {
  const byStatus = Object.groupBy(refusalsOf(endpoint), (code) => refusalStatus[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [
      status,
      {
        description: (list ?? []).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
