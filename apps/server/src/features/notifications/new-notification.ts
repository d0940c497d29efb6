import type { Notification } from '@florin/contract';

/** A notification without its read mark. */
export type NewNotification = Omit<Notification, 'read'>;
