/** The secret of an API key. */
const secretForm = /^flr_(?:live|test)_[A-Za-z0-9]{20,80}$/;

export const isKeySecret = (text: string): boolean => secretForm.test(text);

type Values = {
  readonly url: string;
  /** Undefined keeps the variable's name. */
  readonly key: string | undefined;
};

/** Returns the expression by which a JavaScript sample reads a variable. */
const inNode = (name: string) => ['process', 'env', name].join('.');

/** Replaces the variables of a sample with the server's address and the key. */
export function fillSample(sample: string, { url, key }: Values): string {
  const withUrl = sample.replaceAll('$FLORIN_URL', url).replaceAll(inNode('FLORIN_URL'), `'${url}'`);
  if (key === undefined) return withUrl;
  return withUrl.replaceAll('$FLORIN_KEY', key).replaceAll(inNode('FLORIN_KEY'), `'${key}'`);
}
