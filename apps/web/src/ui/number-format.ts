/**
 * Returns an English number format. Creates the `Intl` object on first use, because the creation takes milliseconds.
 */
export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => (format ??= new Intl.NumberFormat('en', options)).format(value);
}
