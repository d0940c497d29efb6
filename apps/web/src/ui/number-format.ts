/** In English. Made when it is first used: that takes milliseconds, of which the first screen has none to spare. */
export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => (format ??= new Intl.NumberFormat('en', options)).format(value);
}
