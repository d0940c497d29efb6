import { sha256 } from '../log/digests.ts';

/**
 * A proof of OpenTimestamps is a tree: steps lead from a message to other messages, and attestations name a service
 * that saw a message.
 */
export type TimeProof = { readonly attestations: readonly Attestation[]; readonly steps: readonly Step[] };

export type Step = { readonly operation: Operation; readonly next: TimeProof };

/** The operations that calendars use. A log does not need the format's other operations. */
export type Operation = { readonly name: 'sha256' } | { readonly name: 'append' | 'prepend'; readonly bytes: Buffer };

export type Attestation =
  /** A calendar promises to put the message into Bitcoin. */
  | { readonly by: 'calendar'; readonly url: string }
  /** The message is the Merkle root of the block with this number. */
  | { readonly by: 'bitcoin'; readonly block: number }
  | { readonly by: 'other'; readonly tag: Buffer; readonly payload: Buffer };

/** The maximum length of a message of a proof. */
const maxMessage = 4_096;

/** @throws RangeError if the result is too long */
export function applyOperation(operation: Operation, message: Buffer): Buffer {
  if (operation.name === 'sha256') return sha256(message);
  const parts = operation.name === 'append' ? [message, operation.bytes] : [operation.bytes, message];
  const result = Buffer.concat(parts);
  if (result.length > maxMessage) throw new RangeError('a message of the time stamp is too long');
  return result;
}

type Attested = { readonly message: Buffer; readonly attestation: Attestation };

/** Computes all messages of a proof, and returns the attested messages. */
export function attestedIn({ attestations, steps }: TimeProof, message: Buffer): Attested[] {
  return [
    ...attestations.map((attestation) => ({ message, attestation })),
    ...steps.flatMap(({ operation, next }) => attestedIn(next, applyOperation(operation, message))),
  ];
}

/** Joins two proofs of the same message. */
export function joinProofs(one: TimeProof, other: TimeProof): TimeProof {
  const steps = [...one.steps];
  for (const step of other.steps) {
    const at = steps.findIndex(({ operation }) => isSame(operation, step.operation));
    const same = steps[at];
    if (same) steps[at] = { operation: same.operation, next: joinProofs(same.next, step.next) };
    else steps.push(step);
  }
  return { attestations: [...one.attestations, ...other.attestations], steps };
}

function isSame(one: Operation, other: Operation): boolean {
  if (one.name === 'sha256' || other.name === 'sha256') return one.name === other.name;
  return one.name === other.name && one.bytes.equals(other.bytes);
}

/**
 * Adds the continuation of a message, such as the proof of a calendar's kept promise, at every place where the proof
 * has the message.
 */
export function continueProof(proof: TimeProof, message: Buffer, at: Buffer, rest: TimeProof): TimeProof {
  const { attestations, steps } = proof;
  const further = steps.map(({ operation, next }) => ({
    operation,
    next: continueProof(next, applyOperation(operation, message), at, rest),
  }));
  const own = { attestations, steps: further };
  return message.equals(at) ? joinProofs(own, rest) : own;
}
