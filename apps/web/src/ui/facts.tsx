import { Fragment } from 'react';

type FactsProps = { facts: readonly (string | undefined)[] };

/** `Concert ticket · 29 days left`. Each reads in its own direction, so that none moves the figures of the next. */
export const Facts = ({ facts }: FactsProps) =>
  facts.filter(Boolean).map((fact, place) => (
    <Fragment key={fact}>
      {place > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
