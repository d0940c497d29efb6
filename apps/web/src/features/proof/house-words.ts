/** Returns the name of an account of the house, such as `At bank main-eur` for `bank:main-eur`. */
export function houseWords(kind: string): string {
  const [name = '', of] = kind.split(':');
  const words = name.replaceAll(/[-_]/g, ' ');
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return of === undefined ? title : `${title} ${of}`;
}
