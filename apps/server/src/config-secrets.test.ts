import { expect, test } from 'vitest';
import { problemsOf } from '../test/config-problems.ts';
import { parseConfig } from './config.ts';

test('accepts a text message gateway with a token, and without TLS only on this machine', () => {
  expect(parseConfig({}).smsGateway).toBeUndefined();
  for (const url of ['https://sms.example/messages', 'http://127.0.0.1:8080/', 'http://localhost:8080/'])
    expect(parseConfig({ SMS_GATEWAY_URL: url, SMS_GATEWAY_TOKEN: 'a-key' }).smsGateway).toEqual({
      url: new URL(url),
      token: 'a-key',
    });
});

test.each(['sms.example', 'http://sms.example/', 'https://hunter2@sms.example/', 'ftp://sms.example/', 'hunter2'])(
  'rejects the text message gateway %j without repeating it',
  (url) => {
    expect(problemsOf({ SMS_GATEWAY_URL: url })).toEqual([expect.stringMatching(/^SMS_GATEWAY_URL must be https:/)]);
    expect(problemsOf({ SMS_GATEWAY_URL: url }).join()).not.toContain(url);
  },
);

test('rejects a gateway token without a gateway, or with invalid characters', () => {
  expect(problemsOf({ SMS_GATEWAY_TOKEN: 'hunter2' })).toEqual([expect.stringMatching(/^SMS_GATEWAY_TOKEN needs/)]);
  const gateway = { SMS_GATEWAY_URL: 'https://sms.example/' };
  expect(problemsOf({ ...gateway, SMS_GATEWAY_TOKEN: 'two words' })).toEqual([
    'SMS_GATEWAY_TOKEN must contain only letters, digits and punctuation.',
  ]);
});
