import type { Approval } from '@florin/contract';

type Proposed = Pick<Approval, 'proposed_by' | 'by_key'>;

/** The person who proposed or started something, or the API key with its maker. */
export const Proposer = ({ proposed_by: person, by_key: key }: Proposed) =>
  key ? (
    <>
      API key <bdi>{key.name}</bdi>, made by <bdi>{person.name}</bdi>
    </>
  ) : (
    <bdi>{person.name}</bdi>
  );
