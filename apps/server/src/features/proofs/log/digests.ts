import { createHash } from 'node:crypto';

export const hashBytes = 32;

export const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafMark = Buffer.of(0);
const nodeMark = Buffer.of(1);

/** RFC 6962: a leaf and a node never have the same hash. */
export const leafHash = (entry: Buffer): Buffer => sha256(leafMark, entry);
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(nodeMark, left, right);
