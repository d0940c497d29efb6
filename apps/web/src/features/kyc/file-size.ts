const megabyte = 1024 * 1024;

/** `3.3 MB`, and below one `412 KB`. */
export const sizeText = (bytes: number): string =>
  bytes >= megabyte ? `${megabytes(bytes)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;

/** `2.4 of 3.3 MB` */
export const sentText = (sent: number, bytes: number): string =>
  bytes >= megabyte
    ? `${megabytes(sent * bytes)} of ${sizeText(bytes)}`
    : `${Math.round((sent * bytes) / 1024)} of ${sizeText(bytes)}`;

const megabytes = (bytes: number) => (bytes / megabyte).toFixed(1);
