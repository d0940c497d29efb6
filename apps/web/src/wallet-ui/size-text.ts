const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** How large a file is: `3.3 MB`, and below one `412 KB`. */
export const sizeText = (bytes: number): string =>
  bytes >= megabyte ? `${megabytesText(bytes)} MB` : `${Math.max(1, Math.round(bytes / kilobyte))} KB`;

/** How much of it is through, from 0 to 1: `2.4 of 3.3 MB`. */
export const sentText = (sent: number, bytes: number): string =>
  `${bytes >= megabyte ? megabytesText(sent * bytes) : Math.round((sent * bytes) / kilobyte)} of ${sizeText(bytes)}`;

const megabytesText = (bytes: number) => (bytes / megabyte).toFixed(1);
