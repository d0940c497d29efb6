const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Formats a file size, such as `3.3 MB` or `412 KB`. */
export const sizeText = (bytes: number): string =>
  bytes >= megabyte ? `${megabytesText(bytes)} MB` : `${Math.max(1, Math.round(bytes / kilobyte))} KB`;

/**
 * Formats the progress of an upload, such as `2.4 of 3.3 MB`.
 *
 * @param sent the share sent, from 0 to 1
 */
export const sentText = (sent: number, bytes: number): string =>
  `${bytes >= megabyte ? megabytesText(sent * bytes) : Math.round((sent * bytes) / kilobyte)} of ${sizeText(bytes)}`;

const megabytesText = (bytes: number) => (bytes / megabyte).toFixed(1);
