import * as z from 'zod/mini';
import { heldLink, heldLinkRefusals, password, user } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { email, id, memberName, timestamp } from './wire.ts';

/** `+351 912 345 678`: a plus, a country's digits, then digits with spaces, dots, dashes and brackets. */
export const phone = z.string().check(z.trim(), z.maxLength(30), z.regex(/^(\+[0-9][0-9 ().-]{5,28})?$/));

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/auth/me',
  summary:
    'Change the name or the phone number; an empty number removes it. Another number is not confirmed. A verified name is locked: `startNameChange` begins a check of another one',
  access: 'member',
  stepUp: 'or_password',
  body: z.object({ name: z.optional(memberName), phone: z.optional(phone) }),
  answer: user,
  refusals: ['name_locked'],
});

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/auth/phone/code',
  summary:
    'Send a code to the member’s phone number as a text message. It works for ten minutes, and takes the place of an earlier one',
  access: 'member',
  needsConfirmedEmail: true,
  refusals: ['no_texts', 'phone_missing', 'already_confirmed', 'too_many_requests'],
});

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/auth/phone/confirm',
  summary: 'Confirm the phone number by the code that was sent there: once, with five attempts',
  access: 'member',
  body: z.object({ code: z.string().check(z.trim(), z.regex(/^[0-9]{6}$/)) }),
  answer: user,
  refusals: ['phone_code_wrong'],
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/email/change',
  summary:
    'Ask for another address. It becomes the account’s once the link that is mailed there is opened; the old address is told',
  access: 'member',
  stepUp: true,
  waitsAfterFactorReset: true,
  body: z.object({ email, current_password: password }),
  refusals: ['bad_credentials', 'too_many_requests', 'busy'],
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/auth/email/change/confirm',
  summary:
    'The new address becomes the account’s, by the token of the mail, within a session of the account or with its password. Once, for 24 hours',
  access: 'public',
  body: heldLink,
  answer: z.object({
    email: z.string(),
    /** The link was used before: it changed nothing this time. */
    already: z.boolean(),
  }),
  refusals: heldLinkRefusals,
});

export const formerAddress = z.object({
  email: z.string(),
  /** When another address took its place. */
  since: timestamp,
});
export type FormerAddress = z.infer<typeof formerAddress>;

export const listFormerAddresses = endpoint({
  method: 'GET',
  path: '/auth/email/former',
  summary:
    'Addresses that this member had before. Others know the member by them, and they go on leading to the account',
  access: 'member',
  answer: z.array(formerAddress),
  refusals: [],
});

export const giveUpAddress = endpoint({
  method: 'POST',
  path: '/auth/email/former/give-up',
  summary: 'Give up a former address: it no longer leads to this account, and somebody else can sign up with it',
  access: 'member',
  stepUp: 'or_password',
  body: z.object({ email }),
  refusals: ['not_found'],
});

const avatarBytes = 5 * 1024 * 1024;

export const setAvatar = endpoint({
  method: 'PUT',
  path: '/auth/me/avatar',
  summary: 'A picture: made square, 512 by 512, without what it knew of its origin',
  access: 'member',
  upload: {
    maxBytes: avatarBytes,
    takes: 'JPG, PNG, WebP or HEIC of up to 5 MB and 40 million pixels, by its content, whatever it is called',
  },
  answer: user,
  refusals: ['file_too_large', 'image_not_accepted', 'too_many_requests', 'busy'],
});

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/auth/me/avatar',
  summary: 'Back to the letter',
  access: 'member',
  answer: user,
  refusals: [],
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/avatars/:id',
  summary: 'A picture by the random id in `avatar`; another picture has another id',
  access: 'public',
  params: z.object({ id }),
  media: 'image/webp',
  refusals: ['not_found'],
});

const preferences = z.object({
  email: z.boolean(),
  push: z.boolean(),
  sms: z.boolean(),
});

/** What members are told of, each on its own. Mails about security always come. */
export const notificationTopics = ['money_in', 'money_out', 'trades', 'requests', 'account', 'security'] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

const channels = z.partial(z.object({ email: z.boolean(), push: z.boolean(), sms: z.boolean() }));
/** Topics and channels that are not named stay as they are. */
const topicChanges = z.partial(
  z.object({
    money_in: channels,
    money_out: channels,
    trades: channels,
    requests: channels,
    account: channels,
    security: channels,
  }),
);
const topicChannels = z.object({ email: z.boolean(), push: z.boolean(), sms: z.boolean() });

export const notificationPreferences = z.object({
  ...preferences.shape,
  /** By topic; a channel that is off above is off for all of them. */
  topics: z.object({
    money_in: topicChannels,
    money_out: topicChannels,
    trades: topicChannels,
    requests: topicChannels,
    account: topicChannels,
    security: topicChannels,
  }),
  /** This server can send text messages. */
  sms_available: z.boolean(),
  /** This server can send push messages: its public key, for the browser's subscription. */
  push_key: z.nullable(z.string()),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/notifications/preferences',
  summary: 'How this member wants to hear of news. Mails about security come whatever is chosen',
  access: 'member',
  answer: notificationPreferences,
  refusals: [],
});

export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/notifications/preferences',
  summary: 'Change them',
  access: 'member',
  body: z.object({ ...z.partial(preferences).shape, topics: z.optional(topicChanges) }),
  answer: notificationPreferences,
  refusals: ['no_push'],
});

/** What `PushManager.subscribe` gives. */
const pushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(1_000)),
  keys: z.object({
    p256dh: z.string().check(z.minLength(1), z.maxLength(200)),
    auth: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
});

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/notifications/push',
  summary: 'Push messages to this browser too',
  access: 'member',
  body: pushSubscription,
  refusals: ['no_push', 'push_endpoint_taken', 'too_many_requests'],
});

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/notifications/push',
  summary: 'No more push messages to that browser',
  access: 'member',
  body: z.object({ endpoint: z.string().check(z.maxLength(1_000)) }),
  refusals: [],
});
