import { webAddress } from './config-feeds.ts';

/** Services that time-stamp the public log. */
export type AnchorsConfig = {
  /** Whether the server of FLORIN_TIMESTAMP_URL is an anchor. */
  readonly timeStamps: boolean;
  /** The calendars of OpenTimestamps. */
  readonly calendars: readonly URL[];
};

const word = 'rfc3161';

/** Reads the anchors of the public log: `rfc3161` and addresses of calendars, separated by commas. */
export function anchorsOf(env: Record<string, string | undefined>, problems: string[]): AnchorsConfig {
  const names = (env['FLORIN_ANCHORS'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const calendars = names.flatMap((text) => {
    if (text === word) return [];
    const url = webAddress(text);
    if (url && /^[\w.:/-]+$/.test(url.href)) return [url];
    problems.push(`FLORIN_ANCHORS: "${text}" must be ${word} or the http(s) address of an OpenTimestamps calendar.`);
    return [];
  });
  const timeStamps = names.includes(word);
  if (timeStamps && !env['FLORIN_TIMESTAMP_URL']) problems.push(`FLORIN_ANCHORS=${word} needs FLORIN_TIMESTAMP_URL.`);
  return { timeStamps, calendars };
}
