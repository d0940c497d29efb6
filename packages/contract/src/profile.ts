import * as z from 'zod/mini';
import { heldLink, heldLinkRefusals, password, user } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { email, id, memberName, timestamp } from './wire.ts';

/** `+351 912 345 678`: a plus, then digits with spaces, dots, dashes and parentheses. */
export const phone = z.string().check(z.trim(), z.maxLength(30), z.regex(/^(\+[0-9][0-9 ().-]{5,28})?$/));

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/auth/me',
  summary:
    'Change the name or the phone number. An empty number removes it, and a new number is unconfirmed. A verified name is locked and needs `startNameChange`',
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
    "Send a code to the member's phone number as a text message. It is valid for ten minutes and replaces an earlier code",
  access: 'member',
  needsConfirmedEmail: true,
  refusals: ['no_texts', 'phone_missing', 'already_confirmed', 'too_many_requests'],
});

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/auth/phone/confirm',
  summary: 'Confirm the phone number with the code. A code works once and allows five attempts',
  access: 'member',
  body: z.object({ code: z.string().check(z.trim(), z.regex(/^[0-9]{6}$/)) }),
  answer: user,
  refusals: ['phone_code_wrong'],
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/email/change',
  summary:
    'Request a change of the email address. It applies once the link mailed to the new address is opened. The old address gets a notice',
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
    'Confirm a new email address with the mailed token and a session or the password of the account. The token works once, for 24 hours',
  access: 'public',
  body: heldLink,
  answer: z.object({
    email: z.string(),
    /** True if the link was used before, so nothing changed. */
    already: z.boolean(),
  }),
  refusals: heldLinkRefusals,
});

export const formerAddress = z.object({
  email: z.string(),
  /** The time when another address replaced this address. */
  since: timestamp,
});
export type FormerAddress = z.infer<typeof formerAddress>;

export const listFormerAddresses = endpoint({
  method: 'GET',
  path: '/auth/email/former',
  summary: "List the member's former email addresses. They still lead to the account, because other members know them",
  access: 'member',
  answer: z.array(formerAddress),
  refusals: [],
});

export const giveUpAddress = endpoint({
  method: 'POST',
  path: '/auth/email/former/give-up',
  summary: 'Give up a former email address. It no longer leads to this account, and another person can sign up with it',
  access: 'member',
  stepUp: 'or_password',
  body: z.object({ email }),
  refusals: ['not_found'],
});

const avatarBytes = 5 * 1024 * 1024;

export const setAvatar = endpoint({
  method: 'PUT',
  path: '/auth/me/avatar',
  summary: 'Upload a profile picture. It is cropped to 512 by 512 pixels and stripped of metadata',
  access: 'member',
  upload: {
    maxBytes: avatarBytes,
    takes:
      'JPG, PNG, WebP or HEIC of up to 5 MB and 40 million pixels. The content decides the format, not the file name',
  },
  answer: user,
  refusals: ['file_too_large', 'image_not_accepted', 'too_many_requests', 'busy'],
});

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/auth/me/avatar',
  summary: 'Remove the profile picture',
  access: 'member',
  answer: user,
  refusals: [],
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/avatars/:id',
  summary: 'Get a profile picture by the random id in `avatar`. A new picture gets a new id',
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

/** The notification topics, each with its own switches. Security mails are always sent. */
export const notificationTopics = ['money_in', 'money_out', 'trades', 'requests', 'account', 'security'] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

const channels = z.partial(z.object({ email: z.boolean(), push: z.boolean(), sms: z.boolean() }));
/** Topics and channels that are not listed stay unchanged. */
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
  /** The channels per topic. A channel that is off for the account is off for all topics. */
  topics: z.object({
    money_in: topicChannels,
    money_out: topicChannels,
    trades: topicChannels,
    requests: topicChannels,
    account: topicChannels,
    security: topicChannels,
  }),
  /** Whether this server can send text messages. */
  sms_available: z.boolean(),
  /** The server's public key for push subscriptions. Null if the server cannot send push messages. */
  push_key: z.nullable(z.string()),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/notifications/preferences',
  summary: 'Get the notification preferences. Security mails are always sent',
  access: 'member',
  answer: notificationPreferences,
  refusals: [],
});

export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/notifications/preferences',
  summary: 'Change the notification preferences',
  access: 'member',
  body: z.object({ ...z.partial(preferences).shape, topics: z.optional(topicChanges) }),
  answer: notificationPreferences,
  refusals: ['no_push'],
});

/** The result of `PushManager.subscribe`. */
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
  summary: 'Subscribe this browser to push messages',
  access: 'member',
  body: pushSubscription,
  refusals: ['no_push', 'push_endpoint_taken', 'too_many_requests'],
});

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/notifications/push',
  summary: 'Unsubscribe a browser from push messages',
  access: 'member',
  body: z.object({ endpoint: z.string().check(z.maxLength(1_000)) }),
  refusals: [],
});
