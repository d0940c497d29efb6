import { Fragment } from 'react';

type FactsProps = { facts: readonly (string | undefined)[] };

/** `Concert ticket · 29 days left`. Each fact has its own text direction, so right-to-left text cannot move digits. */
export const Facts = ({ facts }: FactsProps) =>
  facts.filter(Boolean).map((fact, place) => (
    <Fragment key={fact}>
      {place > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
