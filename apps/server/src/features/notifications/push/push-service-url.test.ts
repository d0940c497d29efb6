import { expect, test } from 'vitest';
import { isPushServiceUrl } from './push-service-url.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('accepts the push service URL %s', (url) => expect(isPushServiceUrl(url)).toBe(true));

test.each([
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user:secret@fcm.googleapis.com/abc',
  'https://localhost/abc',
  'https://database/abc',
  'https://metadata.google.internal/abc',
  'https://printer.local./abc',
  'https://127.0.0.1/abc',
  'https://2130706433/abc',
  'https://0x7f.1/abc',
  'https://8.8.8.8/abc',
  'https://[::1]/abc',
  'file:///etc/passwd',
  'not an address',
])('rejects the push service URL %s', (url) => expect(isPushServiceUrl(url)).toBe(false));
