import type { Notification } from '@florin/contract';

/** A notification before it is known whether it was read. */
export type News = Omit<Notification, 'read'>;
