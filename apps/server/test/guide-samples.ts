import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../web/src/features/developers/docs/guides.md', import.meta.url));

export type GuideSample = {
  readonly guide: string;
  /** `sh run` for a sample that the page can run. */
  readonly language: 'sh' | 'sh run' | 'js';
  readonly text: string;
};

/** Returns each code block of the guides at /developers/docs, in their order. */
export async function guideSamples(): Promise<GuideSample[]> {
  const samples: GuideSample[] = [];
  for (const section of (await readFile(file, 'utf8')).split(/^## /m).slice(1))
    for (const [, language, text = ''] of section.matchAll(/^```(.*)\n([^]*?)\n```$/gm))
      samples.push({ guide: section.split('\n')[0] ?? '', language: language as GuideSample['language'], text });
  return samples;
}

export type ShellCall = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** Reads a call of curl as a shell does: words, quotes, variables and continued lines. Throws for other options. */
export function readCurl(text: string, env: Readonly<Record<string, string>>): ShellCall {
  const [program, ...words] = shellWords(text, env);
  if (program !== 'curl') throw new Error(`not a call of curl: ${text}`);
  const headers: Record<string, string> = {};
  let [url, method, body]: [string, string | undefined, string | undefined] = ['', undefined, undefined];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') method = words.shift();
    else if (word === '-d') body = words.shift();
    else if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(': ');
      headers[name.toLowerCase()] = value.join(': ');
    } else if (word.startsWith('-')) throw new Error(`an unknown option of curl: ${word}`);
    else url = word;
  }
  return { url, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body };
}

/** Splits a command into its words. Variables count in double quotes only, as in all samples. */
export function shellWords(text: string, env: Readonly<Record<string, string>>): string[] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ');
  return Array.from(joined.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g), ([, double, single, bare]) =>
    double === undefined ? (single ?? bare ?? '') : double.replaceAll(/\$(\w+)/g, (_, name: string) => env[name] ?? ''),
  );
}
