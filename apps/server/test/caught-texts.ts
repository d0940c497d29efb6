import { endpoints } from '@florin/contract';
import type { TestApp } from './test-app.ts';

/** What was texted to a number, newest first. */
export async function textsTo(florin: TestApp, number: string): Promise<string[]> {
  const texts = await florin.client.call(endpoints.listCaughtTexts, { query: {} });
  return texts.filter(({ to }) => to === number).map(({ text }) => text);
}

/** The newest code that was texted to a number. */
export async function codeTextedTo(florin: TestApp, number: string): Promise<string> {
  const [newest = ''] = await textsTo(florin, number);
  return /^(\d{6}) is your Florin code/.exec(newest)?.[1] ?? '';
}
