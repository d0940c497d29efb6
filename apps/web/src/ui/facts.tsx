import { Fragment } from 'react';

type FactsProps = { facts: readonly (string | undefined)[] };

/** `Concert ticket · 29 days left`. Each fact has its own text direction, so right-to-left text cannot move digits. */
export const Facts = ({ facts }: FactsProps) =>
  Array.from(facts.filter(Boolean).entries(), ([place, fact]) => (
    <Fragment key={place}>
      {place > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
