import { Fragment } from 'react';

/** Shows a link with line break opportunities after `/pay/` and before each parameter. */
export function LinkText({ link }: { link: string }) {
  return link.split(/(?<=\/pay\/)|(?=[?&])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}
