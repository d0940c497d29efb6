import type { Page } from '@playwright/test';
import type { Cast } from './cast.ts';

export type Screen = {
  readonly name: string;
  readonly at: string;
  /** The member who sees the screen; default: the demo account. */
  readonly as?: keyof Cast | 'visitor';
  /** Opens or fills in a part of the screen. */
  readonly open?: (page: Page) => Promise<unknown>;
};
