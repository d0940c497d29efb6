import { webAddress } from './config-feeds.ts';

export type WitnessesConfig = {
  readonly asked: readonly { readonly verifierKey: string; readonly url: URL }[];
  /** How many of them must have signed. */
  readonly needed: number;
};

const verifierKey = /^[^\s+]+\+[0-9a-f]{8}\+B[\w+/]{43}$/;

/** Reads the witnesses of the public log: `<verifier key> <address>`, separated by commas. */
export function witnessesOf(env: Record<string, string | undefined>, problems: string[]): WitnessesConfig {
  const asked = (env['FLORIN_WITNESSES'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .flatMap((text) => {
      const [key = '', address = '', ...more] = text.split(/\s+/);
      const url = webAddress(address);
      if (verifierKey.test(key) && url && more.length === 0) return [{ verifierKey: key, url }];
      problems.push(`FLORIN_WITNESSES: "${text}" must be a witness's key, a space and its http(s) address.`);
      return [];
    });
  return { asked, needed: neededOf(env, asked.length, problems) };
}

function neededOf(env: Record<string, string | undefined>, count: number, problems: string[]): number {
  const text = env['FLORIN_WITNESSES_NEEDED'];
  if (!text) return Math.min(count, 1);
  const needed = Number(text);
  if (Number.isInteger(needed) && needed >= 0 && needed <= count) return needed;
  problems.push(`FLORIN_WITNESSES_NEEDED must be a number from 0 to ${count}, as many as FLORIN_WITNESSES names.`);
  return 0;
}
