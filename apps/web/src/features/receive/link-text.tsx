import { Fragment } from 'react';

/** An address with places to break where one would pause in reading it. */
export function LinkText({ link }: { link: string }) {
  return link.split(/(?<=\/pay\/)|(?=[?&])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}
