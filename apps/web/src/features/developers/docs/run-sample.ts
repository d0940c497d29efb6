export type SampleAnswer = { readonly status: number; readonly text: string };

const timeoutMs = 30_000;

/** Makes a read-only call, with the key and without the session. Throws if the server cannot be reached. */
export async function runSample(path: string, key: string | undefined): Promise<SampleAnswer> {
  const answer = await fetch(path, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.status, text: indented(await answer.text()) };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
