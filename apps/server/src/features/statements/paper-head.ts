import type { PaperHead } from './drawing/letterhead.ts';

export type PaperSettings = {
  /** In `sandbox` mode every page carries the sandbox notice. */
  readonly mode: 'sandbox' | 'live';
  readonly letterhead: {
    readonly brand: string;
    /** The operator's logo. Undefined: Florin's own. */
    readonly logo?: { readonly type: string; readonly bytes: Buffer } | undefined;
  };
};

/**
 * Returns the head of a paper. The head shows a PNG logo, or Florin's own mark if there is no logo. With an SVG logo,
 * the head shows only the name.
 */
export function paperHeadOf({ mode, letterhead: { brand, logo } }: PaperSettings): PaperHead {
  if (!logo) return { mode, brand, picture: 'coin' };
  return { mode, brand, picture: logo.type === 'image/png' ? logo.bytes : undefined };
}
