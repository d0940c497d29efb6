import type { Page } from '@playwright/test';
import type { Cast } from './cast.ts';

export type Screen = {
  readonly name: string;
  readonly at: string;
  /** The member to show it to; default: the demo account. */
  readonly as?: keyof Cast | 'visitor';
  /** Opens or fills in something on the screen. */
  readonly open?: (page: Page) => Promise<unknown>;
};
