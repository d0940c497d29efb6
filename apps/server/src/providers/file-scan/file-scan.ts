/**
 * Scans an upload for malware before any other processing. Returns the name of the malware, or undefined for a clean file.
 * Throws if the scan failed.
 */
export type FileScan = (content: Buffer) => Promise<string | undefined>;
